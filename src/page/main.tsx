/** The door of the page: a bar to choose a view, and the view. */
import { type ComponentType, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CountView } from './count/count-view.js';
import { Crown } from './parts/board.js';
import type { ViewProps } from './parts/view-props.js';
import { RunsView } from './runs/runs-view.js';
import { SearchView } from './search/search-view.js';
import { SolutionsView } from './solutions/solutions-view.js';

interface View {
  readonly title: string;
  readonly about: string;
  readonly View: ComponentType<ViewProps>;
}

/** The views, by what stands behind the # of the address. */
const VIEWS: Readonly<Record<string, View>> = {
  search: { title: 'Search', about: 'Watch a solver look for a place for every queen.', View: SearchView },
  solutions: {
    title: 'Solutions',
    about: 'Every way to place the queens, and what becomes of it in a mirror.',
    View: SolutionsView,
  },
  count: { title: 'Count', about: 'Count all solutions, on all cores.', View: CountView },
  runs: { title: 'Runs', about: 'Follow counts that are under way elsewhere.', View: RunsView },
};

const FIRST = 'search';

function viewInAddress(): string {
  const name = location.hash.slice(1);
  return name in VIEWS ? name : FIRST;
}

/** The page: a bar to choose a view, and the view. */
function App({ isServed }: Pick<ViewProps, 'isServed'>) {
  const [name, setName] = useState(viewInAddress);
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState([name]);
  const { title, about } = VIEWS[name] ?? {};
  if (!opened.includes(name)) setOpened([...opened, name]);

  useEffect(() => {
    function follow(): void {
      setName(viewInAddress());
      heading.current?.focus(); // as if a page were opened: whoever cannot see it hears the new heading
    }
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    document.title = `${title} - queens-par`;
  }, [title]);

  return (
    <>
      <header class="bar">
        <a class="brand" href={`#${FIRST}`}>
          <Crown /> queens-par
        </a>
        <nav aria-label="Views">
          {Object.entries(VIEWS).map(([other, view]) => (
            <a key={other} href={`#${other}`} aria-current={other === name ? 'page' : undefined}>
              {view.title}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <div class="lead">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p class="purpose">{about}</p>
        </div>
        {Object.entries(VIEWS).map(([other, { View }]) =>
          opened.includes(other) ? (
            <div key={other} hidden={other !== name}>
              <View isServed={isServed} isShown={other === name} />
            </div>
          ) : null,
        )}
      </main>
    </>
  );
}

render(<App isServed={'served' in document.body.dataset} />, document.body);
