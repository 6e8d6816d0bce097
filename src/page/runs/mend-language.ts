/**
 * Has the browser name a language that there is, if its own is none: Chromium makes `en-US@posix` of a system without
 * a locale. uPlot gives that name to `Intl` while it is loaded, which throws a RangeError for what is no language tag
 * (BCP 47), so this must come before.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: document.documentElement.lang });
  }
}
