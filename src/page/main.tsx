/** The door of the page. */
import { render } from 'preact';
import { App } from './app.js';

render(<App isServed={'served' in document.body.dataset} />, document.body);
