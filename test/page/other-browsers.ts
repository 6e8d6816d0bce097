/**
 * Debian's Firefox and WebKitGTK, driven through their own servers with the commands of WebDriver, a W3C standard.
 * Playwright would need its own builds of both, because Debian's Firefox lacks commands that it sends (1.65.1 with
 * Firefox 153, 2026-11-26).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A browser that is not Chromium. */
export interface OtherBrowser {
  open(address: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the element that an expression finds. */
  click(expression: string): Promise<void>;
  /** Changes the size of the window. Both browsers have a minimum width of about 450 pixels. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** The commands of WebDriver that the tests need. */
type Command = 'newSession' | 'navigate' | 'execute' | 'click' | 'resize' | 'quit';

/**
 * A function that sends a command and returns the answer.
 *
 * @param element the element to click.
 * @throws Error with the browser's error.
 */
type Send = (command: Command, parameters?: Readonly<Record<string, unknown>>, element?: string) => Promise<unknown>;

/** Name of an element in WebDriver's answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Makes a browser whose session has started. @param close ends its processes. */
function browserOf(send: Send, close: () => void): OtherBrowser {
  const evaluate = (expression: string) => send('execute', { script: `return ${expression}`, args: [] });
  return {
    async open(url) {
      await send('navigate', { url });
    },
    evaluate,
    async click(expression) {
      const element = (await evaluate(expression)) as Record<string, string> | null; // as WebDriver specifies it
      if (!element) throw new Error(`no element matches ${expression}`);
      await send('click', {}, element[ELEMENT]);
    },
    async resize(width, height) {
      await send('resize', { width, height });
    },
    async close() {
      await send('quit');
      close();
    },
  };
}

/** The names of the commands in Marionette, the protocol of Firefox. */
const MARIONETTE: Readonly<Record<Command, string>> = {
  newSession: 'WebDriver:NewSession',
  navigate: 'WebDriver:Navigate',
  execute: 'WebDriver:ExecuteScript',
  click: 'WebDriver:ElementClick',
  resize: 'WebDriver:SetWindowRect',
  quit: 'Marionette:Quit',
};

/**
 * Starts Debian's Firefox without a window. It listens on a free port, and writes the port's number to a file in its
 * profile.
 */
export async function startFirefox(): Promise<OtherBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'queens-par-firefox-'));
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
  const firefox = spawn('/usr/bin/firefox-esr', args, { stdio: 'ignore' });
  const portFile = join(profile, 'MarionetteActivePort');
  const port = await untilItAnswers(firefox, async () => {
    if (!existsSync(portFile)) throw new Error('Firefox is not listening');
    return Number(readFileSync(portFile, 'utf8'));
  });
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  /** Returns the next message: its length in bytes, a colon, and JSON. */
  async function message(): Promise<unknown> {
    let text = '';
    for (;;) {
      const [, length, json = ''] = /^(\d+):(.*)$/s.exec(text) ?? [];
      if (length !== undefined && Buffer.byteLength(json) >= Number(length)) return JSON.parse(json);
      text += (await once(socket, 'data'))[0];
    }
  }
  const send: Send = async (command, parameters = {}, id) => {
    const text = JSON.stringify([0, 0, MARIONETTE[command], { ...parameters, id }]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    // as it is documented
    const [, , error, result] = (await message()) as [number, number, unknown, { value: unknown }];
    if (error) throw new Error(JSON.stringify(error));
    return result.value;
  };
  await message(); // its greeting
  await send('newSession');
  return browserOf(send, () => {
    socket.destroy();
    firefox.once('exit', () => rmSync(profile, { recursive: true, force: true }));
    firefox.kill();
  });
}

/** Starts Debian's WebKitGTK on a display of its own. Its driver listens for HTTP requests. */
export async function startWebKit(): Promise<OtherBrowser> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(screen.stdio[3] as NodeJS.EventEmitter, 'data'); // a pipe, as requested
  const port = await findFreePort();
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}` };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  let session = '';
  const paths: Readonly<Record<Command, (element?: string) => string>> = {
    newSession: () => '',
    navigate: () => `/${session}/url`,
    execute: () => `/${session}/execute/sync`,
    click: (element) => `/${session}/element/${element}/click`,
    resize: () => `/${session}/window/rect`,
    quit: () => `/${session}`,
  };
  const send: Send = async (command, parameters = {}, element) => {
    const options = command === 'quit' ? { method: 'DELETE' } : { method: 'POST', body: JSON.stringify(parameters) };
    const response = await fetch(`http://127.0.0.1:${port}/session${paths[command](element)}`, options);
    const { value } = (await response.json()) as { value: unknown }; // as WebDriver specifies it
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const created = await untilItAnswers(driver, () => send('newSession', { capabilities: {} }));
  session = (created as { sessionId: string }).sessionId; // as WebDriver specifies it
  return browserOf(send, () => {
    driver.kill();
    screen.kill();
  });
}

/** Returns a port that is free now. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/**
 * Repeats a request until a process that has just started accepts it. @throws the request's error if the process has
 * exited.
 */
async function untilItAnswers<Value>(child: ChildProcess, request: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (child.exitCode !== null) throw error;
      await delay(100);
    }
  }
}
