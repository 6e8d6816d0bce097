/** The entry point of the page: a navigation bar and the views. */
import { type ComponentType, render } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Route, readRoute, type ViewProps, writeRoute } from './address.js';
import { Crown } from './parts/board.js';
import { Button, Note, Problem } from './parts/controls.js';
import { timeOf } from './why/measured.js';
import { WhyView } from './why/why-view.js';

interface View {
  readonly title: string;
  /** The text of the link to the view, if shorter than the title. */
  readonly link?: string;
  readonly about: string;
  readonly View: ComponentType<ViewProps>;
}

/** Returns a view that loads its code when it is first opened. */
function lazyView(load: () => Promise<ComponentType<ViewProps>>): ComponentType<ViewProps> {
  return function LazyView(props) {
    const [View, setView] = useState<ComponentType<ViewProps>>();
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      load().then(
        (view) => setView(() => view),
        () => setMissing(true),
      );
    }, []);
    if (isMissing) {
      return (
        <>
          <Problem>This view could not be loaded.</Problem>
          {/* Browsers remember a file that could not be loaded, until the page is loaded again. */}
          <Button onPress={() => location.reload()}>Try again</Button>
        </>
      );
    }
    return View ? <View {...props} /> : <p role="status">Loading …</p>;
  };
}

/** Whether `queens-par serve` sent the page. A static site has no runs to follow. */
const isServed = 'served' in document.body.dataset;

/** The views, by their names in the address. */
const VIEWS: Readonly<Record<string, View>> = {
  why: {
    title: 'Why it is fast',
    link: 'Why',
    about: `queens-par counts the ways to place n queens. For 20 queens it takes ${timeOf(20)} on one core.`,
    View: WhyView,
  },
  search: {
    title: 'Search',
    about: 'Watch a solver place the queens, step by step.',
    View: lazyView(async () => (await import('./search/search-view.js')).SearchView),
  },
  solutions: {
    title: 'Solutions',
    about: 'Browse all solutions, with their rotations and reflections.',
    View: lazyView(async () => (await import('./solutions/solutions-view.js')).SolutionsView),
  },
  count: {
    title: 'Count',
    about: 'Count all solutions, on all cores.',
    View: lazyView(async () => (await import('./count/count-view.js')).CountView),
  },
  ...(isServed && {
    runs: {
      title: 'Runs',
      about: 'Follow the runs of other processes.',
      View: lazyView(async () => (await import('./runs/runs-view.js')).RunsView),
    },
  }),
};

const DEFAULT_VIEW = 'why';

/** The route to show, with a message if the address has an unknown view. */
interface Visit {
  readonly route: Route;
  readonly note?: string;
}

function visitAddress(): Visit {
  const route = readRoute(location.hash);
  if (Object.hasOwn(VIEWS, route.view)) return { route };
  const first: Route = { view: DEFAULT_VIEW, path: [], query: {} };
  return route.view === ''
    ? { route: first }
    : { route: first, note: `There is no view "${route.view}". The page shows "${VIEWS[DEFAULT_VIEW]?.title}".` };
}

function App() {
  const [{ route, note }, setVisit] = useState(visitAddress);
  const [routes, setRoutes] = useState<Readonly<Record<string, Route>>>({ [route.view]: route });
  /** The last address of each view, for the link to the view. */
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(route.view);
  const { title, about } = VIEWS[route.view] ?? {};

  const follow = useCallback(() => {
    const visit = visitAddress();
    const { view } = visit.route;
    setVisit(visit);
    setRoutes((others) => ({ ...others, [view]: visit.route }));
    if (shown.current !== view) heading.current?.focus(); // so a screen reader reads it, as on a new page
    shown.current = view;
  }, []);
  // Listens before the first paint, because a link may be clicked right after it.
  useLayoutEffect(() => addEventListener('hashchange', follow), []);
  // Changes the title when the heading gets the focus, because a screen reader may read both.
  useLayoutEffect(() => {
    document.title = `${title} - queens-par`;
  }, [title]);

  const record = useCallback((to: Route) => {
    const address = writeRoute(to);
    setAddresses((others) => ({ ...others, [to.view]: address }));
    if (to.view === shown.current) history.replaceState(null, '', address);
  }, []);
  const goTo = useCallback((to: Route) => {
    history.pushState(null, '', writeRoute(to));
    follow();
  }, []);

  return (
    <>
      <header class="row bar">
        <button type="button" class="skip" onClick={() => heading.current?.focus()}>
          Skip to the view
        </button>
        <a class="brand" href={`#${DEFAULT_VIEW}`}>
          <Crown /> queens-par
        </a>
        <nav class="row" aria-label="Views">
          {Object.entries(VIEWS).map(([name, view]) => (
            <a key={name} href={addresses[name] ?? `#${name}`} aria-current={name === route.view ? 'page' : undefined}>
              {view.link ?? view.title}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <div class="row lead">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p class="purpose">{about}</p>
        </div>
        <Note>{note}</Note>
        {Object.entries(VIEWS).map(([name, { View }]) => {
          const requested = routes[name];
          return requested ? (
            <div key={name} hidden={name !== route.view}>
              <View isShown={name === route.view} route={requested} onRoute={record} goTo={goTo} />
            </div>
          ) : null;
        })}
      </main>
    </>
  );
}

const root = document.getElementById('page') ?? document.body;
root.replaceChildren(); // removes the notice that is shown until the script starts
render(<App />, root);
