import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type ElementHandle, launch } from 'puppeteer-core';

/** A browser that is not Chromium. */
export interface OtherBrowser {
  open(address: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the element that an expression finds. */
  click(expression: string): Promise<void>;
  /** Changes the size of the window. WebKitGTK has a smallest width of 450 pixels. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** Debian's Firefox. */
const FIREFOX = '/usr/bin/firefox-esr';

/** Starts Debian's Firefox without a window. It is controlled by WebDriver BiDi. */
export async function startFirefox(): Promise<OtherBrowser> {
  const browser = await launch({ browser: 'firefox', executablePath: FIREFOX, headless: true, timeout: 0 });
  const page = await browser.newPage();
  return {
    async open(address) {
      await page.goto(address);
    },
    evaluate: (expression) => page.evaluate(expression),
    async click(expression) {
      // The callers' expressions find elements, not other nodes.
      const element = (await page.evaluateHandle(expression)).asElement() as ElementHandle<Element> | null;
      if (!element) throw new Error(`nothing is ${expression}`);
      await element.click();
    },
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => browser.close(),
  };
}

/** Name of an element in the answers of WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts Debian's WebKitGTK on a display of its own. It is controlled by WebDriver. */
export async function startWebKit(): Promise<OtherBrowser> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(screen.stdio[3] as NodeJS.EventEmitter, 'data'); // a pipe, as requested
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}` };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });

  async function ask<Value>(method: string, path: string, body?: unknown): Promise<Value> {
    const options = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, options);
    const { value } = (await response.json()) as { value: Value }; // as WebDriver specifies it
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  }
  const { sessionId } = await untilItAnswers(driver, () =>
    ask<{ sessionId: string }>('POST', '', { capabilities: {} }),
  );
  const run = <Value>(expression: string) =>
    ask<Value>('POST', `/${sessionId}/execute/sync`, { script: `return ${expression}`, args: [] });
  return {
    open: (url) => ask('POST', `/${sessionId}/url`, { url }),
    evaluate: run,
    async click(expression) {
      const element = await run<Record<string, string> | null>(expression);
      if (!element) throw new Error(`nothing is ${expression}`);
      await ask('POST', `/${sessionId}/element/${element[ELEMENT]}/click`, {});
    },
    async resize(width, height) {
      await ask('POST', `/${sessionId}/window/rect`, { width, height });
    },
    async close() {
      await ask('DELETE', `/${sessionId}`);
      driver.kill();
      screen.kill();
    },
  };
}

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Repeats a request until a process that has just started accepts it. @throws the error of the request if it has ended. */
async function untilItAnswers<Value>(child: ChildProcess, request: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (child.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
