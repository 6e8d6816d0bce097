/** The door of the page: a bar to choose a view, and the views. */
import { type ComponentType, render } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Place, readPlace, type ViewProps, writePlace } from './address.js';
import { CountView } from './count/count-view.js';
import { Crown } from './parts/board.js';
import { Note } from './parts/controls.js';
import { RunsView } from './runs/runs-view.js';
import { SearchView } from './search/search-view.js';
import { SolutionsView } from './solutions/solutions-view.js';
import { WhyView } from './why/why-view.js';

interface View {
  readonly title: string;
  /** What its link is called, where that is shorter. */
  readonly link?: string;
  readonly about: string;
  readonly View: ComponentType<ViewProps>;
}

/** The views, by their names in the address. */
const VIEWS: Readonly<Record<string, View>> = {
  why: { title: 'Why it is fast', link: 'Why', about: 'How to count what nobody could list.', View: WhyView },
  search: { title: 'Search', about: 'Watch a solver look for a place for every queen.', View: SearchView },
  solutions: {
    title: 'Solutions',
    about: 'Every way to place the queens, and its mirror images and turns.',
    View: SolutionsView,
  },
  count: { title: 'Count', about: 'Count all solutions, on all cores.', View: CountView },
  runs: { title: 'Runs', about: 'Follow counts that other processes do.', View: RunsView },
};

const FIRST = 'why';

/** Where the reader went: the view, what it is asked for, and a sentence if there is no such view. */
interface Visit {
  readonly place: Place;
  readonly note?: string;
}

function visitAddress(): Visit {
  const place = readPlace(location.hash);
  if (Object.hasOwn(VIEWS, place.view)) return { place };
  const first: Place = { view: FIRST, path: [], query: {} };
  return place.view === ''
    ? { place: first }
    : { place: first, note: `There is no view "${place.view}" here. This is ${VIEWS[FIRST]?.title}.` };
}

function App({ isServed }: Pick<ViewProps, 'isServed'>) {
  const [{ place, note }, setVisit] = useState(visitAddress);
  const [places, setPlaces] = useState<Readonly<Record<string, Place>>>({ [place.view]: place });
  /** What each view has shown last: there its link leads. */
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(place.view);
  const { title, about } = VIEWS[place.view] ?? {};

  // Before the page is painted: a link may be pressed right after.
  useLayoutEffect(() => {
    function follow(): void {
      const visit = visitAddress();
      const { view } = visit.place;
      setVisit(visit);
      setPlaces((others) => ({ ...others, [view]: visit.place }));
      if (shown.current !== view) heading.current?.focus(); // as if a page were opened: a screen reader reads it
      shown.current = view;
    }
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  // With the heading, which has the focus then: a screen reader may read both.
  useLayoutEffect(() => {
    document.title = `${title} - queens-par`;
  }, [title]);

  const record = useCallback((to: Place, isNew: boolean) => {
    const address = writePlace(to);
    setAddresses((others) => ({ ...others, [to.view]: address }));
    if (to.view !== shown.current || address === location.hash) return;
    if (isNew) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }, []);

  return (
    <>
      <header class="bar">
        <a class="brand" href={`#${FIRST}`}>
          <Crown /> queens-par
        </a>
        <nav aria-label="Views">
          {Object.entries(VIEWS).map(([name, view]) => (
            <a
              key={name}
              href={addresses[name] ?? writePlace(places[name] ?? { view: name, path: [], query: {} })}
              aria-current={name === place.view ? 'page' : undefined}
            >
              {view.link ?? view.title}
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
        <Note>{note}</Note>
        {Object.entries(VIEWS).map(([name, { View }]) => {
          const asked = places[name];
          return asked ? (
            <div key={name} hidden={name !== place.view}>
              <View isServed={isServed} isShown={name === place.view} place={asked} onPlace={record} />
            </div>
          ) : null;
        })}
      </main>
    </>
  );
}

document.body.replaceChildren(); // what is said there while no script has started
render(<App isServed={'served' in document.body.dataset} />, document.body);
