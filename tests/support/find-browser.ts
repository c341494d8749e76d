import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** Chromium without its windows first: what Playwright itself takes for such runs, at a quarter less CPU. */
const SYSTEM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Keeps a system Chromium from talking to its maker, so that only our own pages cause traffic. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** The browser the journeys run in: CHROMIUM, Playwright's own where it is, else the system's. */
export function findBrowser(): string | undefined {
  const bundledPath = chromium.executablePath();
  return [process.env.CHROMIUM ?? "", bundledPath, ...SYSTEM].find(
    (path) => path && existsSync(path),
  );
}

function tries(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 240_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds a browser, and gets one where there is none: Playwright's own download, else Debian's
 * package.
 * @throws Error with the one sentence that says what to install.
 */
export function ensureBrowser(): string {
  const browser = findBrowser();
  if (browser) return browser;
  if (!tries("npx", ["playwright", "install", "chromium"]) && process.getuid?.() === 0) {
    tries("apt-get", ["update"]);
    tries("apt-get", ["install", "-y", "--no-install-recommends", "chromium"]);
  }
  const installedBrowser = findBrowser();
  if (installedBrowser) return installedBrowser;
  throw new Error(
    "No browser was found: install Chromium (on Debian: apt-get install chromium), or name one in CHROMIUM.",
  );
}
