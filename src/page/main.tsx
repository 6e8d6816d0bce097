// src/page is the page in the browser. Each view has a module; parts/ and worker/ contain what the views share. This
// file creates the navigation bar and opens the views.

import { type ComponentType, render } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { parseRoute, type Route, type ViewProps, writeRoute } from './parts/address.js';
import { Crown } from './parts/board.js';
import { Note } from './parts/controls.js';
import { WhyView } from './why/why-view.js';
import { findPageObstacle } from './worker/requirements.js';

interface View {
  /** The text of the view's link and the title of the browser tab. */
  readonly title: string;
  readonly View: ComponentType<ViewProps>;
}

/** Returns a view that loads its code when it is first opened. */
function createLazyView(title: string, load: () => Promise<ComponentType<ViewProps>>): View {
  function LazyView(props: ViewProps) {
    const [View, setView] = useState<ComponentType<ViewProps>>();
    const [hasFailed, setHasFailed] = useState(false);
    const isWanted = props.isShown && !View;
    useEffect(() => {
      if (!isWanted) return;
      setHasFailed(false);
      // Chromium never retries a failed import, so a view is imported only if the server can be reached.
      fetch('.', { method: 'HEAD', cache: 'no-store' })
        .then(load)
        .then(
          (view) => setView(() => view),
          () => setHasFailed(true), // the next visit to the view tries again
        );
    }, [isWanted]);
    if (View) return <View {...props} />;
    return hasFailed ? (
      <Note>This view could not be loaded. Open another view, then this one again.</Note>
    ) : (
      <p role="status">Loading …</p>
    );
  }
  return { title, View: LazyView };
}

/** Focuses the visible view, so a screen reader continues there, as it would on a new page. */
function focusView(): void {
  document.querySelector<HTMLElement>('main > section:not([hidden])')?.focus();
}

/** The views, by their names in the address. */
const VIEWS: Readonly<Record<string, View>> = {
  why: { title: 'Why', View: WhyView },
  solvers: createLazyView('Solvers', async () => (await import('./solvers/solvers-view.js')).SolversView),
  solutions: createLazyView('Solutions', async () => (await import('./solutions/solutions-view.js')).SolutionsView),
  count: createLazyView('Count', async () => (await import('./count/count-view.js')).CountView),
  runs: createLazyView('Runs', async () => (await import('./runs/runs-view.js')).RunsView),
  qr: createLazyView('QR code', async () => (await import('./qr/qr-view.js')).QrView),
};

/** The views in the navigation. The footer links to the other one. */
const LINKED_VIEWS = Object.entries(VIEWS).filter(([name]) => name !== 'qr');

const DEFAULT_VIEW = 'why';

/** Short addresses, which a teacher can say aloud. */
const SHORT_ADDRESSES = new Map(Object.entries({ race: '#solvers', final: '#solvers?final=17' }));

/** Returns the route to show, with a note if the address contains an unknown view. */
function visitAddress(): { readonly route: Route; readonly note?: string } {
  const named = parseRoute(location.hash);
  const route = parseRoute(SHORT_ADDRESSES.get(named.view) ?? location.hash);
  if (Object.keys(VIEWS).includes(route.view)) return { route };
  const first: Route = { view: DEFAULT_VIEW, path: [], query: {} };
  return route.view === ''
    ? { route: first }
    : { route: first, note: `There is no view "${route.view}". Showing "${VIEWS[DEFAULT_VIEW]?.title}" instead.` };
}

/** Minimum milliseconds between two changes of the address. Safari refuses more than 100 changes in 30 seconds. */
const INTERVAL = 500;

function App() {
  const [{ route, note }, setVisit] = useState(visitAddress);
  const [routes, setRoutes] = useState<Readonly<Record<string, Route>>>({ [route.view]: route });
  /** The last address of each view, to which its link leads. */
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({});
  /** The visible view. It is updated before the views' effects run, because they read it. */
  const shown = useRef(route.view);
  const isOther = shown.current !== route.view;
  shown.current = route.view;
  const title = VIEWS[route.view]?.title;
  /** The address of the visible view. If the browser's address differs, a navigation has not been handled yet. */
  const followed = useRef(location.hash);

  const follow = useCallback(() => {
    const visit = visitAddress();
    setVisit(visit);
    setRoutes((others) => ({ ...others, [visit.route.view]: visit.route }));
  }, []);
  useLayoutEffect(() => {
    document.title = `${title} - queens-par`; // Why, whose effects run later, names its step
    if (isOther) focusView();
  }, [route.view]);

  useLayoutEffect(() => {
    followed.current = location.hash;
  }, [route]);

  /** The state of the visible view that the address does not have yet. */
  const pending = useRef<Route | undefined>(undefined);
  const written = useRef(0);
  const flush = useCallback(() => {
    const to = pending.current;
    pending.current = undefined;
    if (!to) return;
    written.current = performance.now();
    const address = writeRoute(to);
    setAddresses((others) => ({ ...others, [to.view]: address }));
    if (to.view !== shown.current || location.hash !== followed.current) return;
    try {
      history.replaceState(null, '', address);
      followed.current = location.hash;
    } catch {} // too many changes; a later one catches up
  }, []);
  const record = useCallback((to: Route) => {
    if (pending.current?.view !== to.view) flush();
    if (!pending.current) setTimeout(flush, written.current + INTERVAL - performance.now());
    pending.current = to;
  }, []);
  const goTo = useCallback((to: Route) => {
    flush();
    history.pushState(null, '', writeRoute(to));
    follow();
  }, []);
  // Listens before the first paint, because a link may be clicked right after it.
  useLayoutEffect(() => {
    addEventListener('hashchange', follow);
    addEventListener('pagehide', flush);
    addEventListener('click', ({ target }) => target instanceof Element && target.closest('a') && flush(), true);
  }, []);

  return (
    <>
      <header class="bar">
        <button type="button" class="skip" onClick={focusView}>
          Skip to the view
        </button>
        <a class="brand" href={`#${DEFAULT_VIEW}`} aria-label="queens-par">
          <Crown /> <span>queens-par</span>
        </a>
        <nav aria-label="Views">
          {LINKED_VIEWS.map(([name, view]) => (
            <a key={name} href={addresses[name] ?? `#${name}`} aria-current={name === route.view ? 'page' : undefined}>
              {view.title}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <Note>{note}</Note>
        {Object.entries(VIEWS).map(([name, { title, View }]) => {
          const requested = routes[name];
          return requested ? (
            <section key={name} hidden={name !== route.view} tabIndex={-1} aria-label={title}>
              <View isShown={name === route.view} route={requested} onRoute={record} goTo={goTo} />
            </section>
          ) : null;
        })}
      </main>
    </>
  );
}

const root = document.getElementById('page') ?? document.body;
const obstacle = findPageObstacle();
root.replaceChildren(); // removes the notice that is shown until the script starts
render(obstacle ? <Note>{obstacle}</Note> : <App />, root);
