/**
 * What the stories use of Playwright, by its own names (playwright.dev/docs/api). Declared here, because the package is
 * only installed by `npm test`, and everything is also compiled by `npm start` and `npm run demo`.
 */
interface Waiting {
  readonly timeout?: number;
}

interface ByRole {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly level?: number;
}

export interface Finds {
  getByRole(role: string, options?: ByRole): Locator;
  getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): Locator;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): Locator;
  getByPlaceholder(text: string | RegExp): Locator;
  getByTestId(id: string): Locator;
  locator(selector: string): Locator;
}

export interface Locator extends Finds {
  click(options?: Waiting & { readonly force?: boolean }): Promise<void>;
  fill(value: string, options?: Waiting): Promise<void>;
  press(key: string): Promise<void>;
  check(): Promise<void>;
  selectOption(value: string): Promise<readonly string[]>;
  focus(): Promise<void>;
  innerText(options?: Waiting): Promise<string>;
  textContent(options?: Waiting): Promise<string | null>;
  inputValue(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  allInnerTexts(): Promise<string[]>;
  count(): Promise<number>;
  first(): Locator;
  last(): Locator;
  nth(n: number): Locator;
  filter(options: { readonly hasText?: string | RegExp; readonly has?: Locator }): Locator;
  or(other: Locator): Locator;
  isVisible(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  setInputFiles(file: {
    readonly name: string;
    readonly mimeType: string;
    readonly buffer: Buffer;
  }): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  waitFor(
    options?: Waiting & { readonly state?: 'visible' | 'hidden' | 'attached' | 'detached' },
  ): Promise<void>;
}

export interface ConsoleMessage {
  type(): string;
  text(): string;
  location(): { readonly url: string };
}

export interface Response {
  url(): string;
  status(): number;
  headers(): Readonly<Record<string, string>>;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** A request that a test answers in place of the server. */
export interface Route {
  request(): { url(): string; method(): string; postDataJSON(): unknown };
  fetch(): Promise<Response>;
  fulfill(answer: {
    readonly response?: Response;
    readonly status?: number;
    readonly json?: unknown;
  }): Promise<void>;
  continue(): Promise<void>;
  abort(): Promise<void>;
}

export interface Page extends Finds {
  route(url: RegExp, handle: (route: Route) => Promise<void> | void): Promise<void>;
  unroute(url: RegExp): Promise<void>;
  goto(url: string, options?: Waiting & { readonly waitUntil?: string }): Promise<Response | null>;
  reload(): Promise<Response | null>;
  goBack(): Promise<Response | null>;
  url(): string;
  title(): Promise<string>;
  content(): Promise<string>;
  evaluate<T>(expression: string): Promise<T>;
  addInitScript(script: { readonly content: string }): Promise<unknown>;
  screenshot(options: {
    readonly path?: string;
    readonly fullPage?: boolean;
    readonly type?: 'png' | 'jpeg';
    readonly animations?: 'disabled';
  }): Promise<Buffer>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(media: { readonly colorScheme?: 'light' | 'dark' }): Promise<void>;
  waitForURL(url: string | RegExp | ((url: URL) => boolean), options?: Waiting): Promise<void>;
  waitForResponse(is: (response: Response) => boolean, options?: Waiting): Promise<Response>;
  waitForLoadState(state: 'load' | 'networkidle'): Promise<void>;
  on(event: 'console', listener: (message: ConsoleMessage) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(
    event: 'request',
    listener: (request: { url(): string; headers(): Readonly<Record<string, string>> }) => void,
  ): void;
  on(event: 'dialog', listener: (dialog: { message(): string; dismiss(): Promise<void> }) => void): void;
  on(event: 'response', listener: (response: Response) => void): void;
  readonly keyboard: {
    press(key: string): Promise<void>;
    type(text: string): Promise<void>;
    insertText(text: string): Promise<void>;
  };
  setDefaultTimeout(ms: number): void;
  context(): BrowserContext;
  close(): Promise<void>;
}

/** A cookie, as the browser keeps it. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url?: string;
  readonly domain?: string;
  readonly path?: string;
  readonly expires?: number;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

export interface BrowserContext {
  newPage(): Promise<Page>;
  newCDPSession(page: Page): Promise<{ send(method: string, parameters?: object): Promise<unknown> }>;
  cookies(): Promise<Cookie[]>;
  addCookies(cookies: readonly Cookie[]): Promise<void>;
  clearCookies(): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface ContextOptions {
  readonly baseURL?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly reducedMotion?: 'reduce';
  readonly timezoneId?: string;
  readonly locale?: string;
  readonly acceptDownloads?: boolean;
}

export interface Browser {
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  version(): string;
  close(): Promise<void>;
}

export interface Playwright {
  readonly chromium: {
    launch(options: {
      readonly executablePath: string;
      readonly args: readonly string[];
      readonly env: NodeJS.ProcessEnv;
    }): Promise<Browser>;
  };
}
