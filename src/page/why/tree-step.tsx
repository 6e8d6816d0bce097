import { useMemo } from 'preact/hooks';
import { knownCount } from '../../board/known-counts.js';
import { planBitmask } from '../../plan/bitmask-plan.js';
import { formatCount } from '../../text/numbers.js';
import { Field } from '../parts/controls.js';
import { isBelow, leadsTo, searchTree } from '../search/search-tree.js';
import { nameOf, TreePicture } from '../search/tree-picture.js';
import type { StepProps } from './why-state.js';

/** A board that the program counts in seconds. Its tree is estimated, as plans estimate their costs. */
const FAR = 18;

/** Asks what backtracking has to visit, and shows it. */
export function TreeStep({ state: { n, guess, detail }, change }: StepProps) {
  const tree = useMemo(() => searchTree(n), [n]);
  const placed = tree.nodes.length - 1;
  const chosen = Math.min(detail.node ?? 0, placed);
  const setChosen = (node: number) => change({ detail: { node } });
  const solutions = tree.nodes.filter(({ isSolution }) => isSolution).length;
  const guesses = [...new Set([solutions, solutions * n, placed, n ** n])].sort((a, b) => a - b);
  const far = useMemo(() => planBitmask(FAR, 2).subproblems, []);
  const billions = Array.from(far, ({ cost, weight }) => cost * weight).reduce((sum, queens) => sum + queens, 0) / 1e9;
  const node = tree.nodes[chosen];
  const below = node ? tree.nodes.filter((other) => isBelow(other, node.columns)) : [];
  const found = below.filter(({ isSolution }) => isSolution).length;

  return (
    <>
      <div class="why-text">
        <p class="question">
          {n} queens can stand on a board of {n} by {n} in {formatCount(solutions)} ways so that none attacks another.
          How many queens does backtracking place to find them?
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
        <div class="controls" role="group" aria-label="Your guess">
          {guesses.map((number) => (
            <button
              key={number}
              type="button"
              aria-pressed={guess === number}
              onClick={() => change({ guess: number })}
            >
              {formatCount(number)}
            </button>
          ))}
        </div>
        {guess !== undefined && (
          <>
            <p role="status">
              {guess === placed ? 'Yes' : 'No'}: {formatCount(placed)}. It does not look at all {formatCount(n ** n)}{' '}
              ways to place one queen in each row, because it turns back at the first conflict. But of every queen that
              it places most are removed again: it places {(placed / solutions).toFixed(0)} for each solution.
            </p>
            <p>
              Every dot of the tree is a queen that was placed, one row deeper than the one above it; the green dots are
              solutions. With each n the tree grows six- to eightfold: {FAR} queens have{' '}
              {formatCount(knownCount(FAR) ?? 0)} solutions, in a tree of some {billions.toFixed(0)} billion dots. This
              program counts them in seconds, so it cannot have visited them. The next steps show what it does instead.
            </p>
          </>
        )}
      </div>
      {guess !== undefined && (
        <div class="why-picture">
          <TreePicture
            tree={tree}
            lookOf={(other) =>
              chosen === 0 || !node
                ? 'visited'
                : leadsTo(other, node.columns)
                  ? 'on-path'
                  : isBelow(other, node.columns)
                    ? 'marked'
                    : 'visited'
            }
            label={`Search tree of ${n} queens: ${formatCount(placed)} nodes, ${formatCount(solutions)} of them solutions`}
            caption={
              node
                ? `${nameOf(node, n)}. Below it: ${formatCount(below.length - 1)} of ${formatCount(placed)} queens, ${formatCount(found)} of ${formatCount(solutions)} solutions.`
                : ''
            }
            onChoose={setChosen}
          />
          <Field name={`Node ${formatCount(chosen)} of ${formatCount(placed)}`} isWide>
            {(id) => (
              <input
                id={id}
                type="range"
                min={0}
                max={placed}
                value={chosen}
                onInput={(event) => setChosen(Number(event.currentTarget.value))}
              />
            )}
          </Field>
        </div>
      )}
    </>
  );
}
