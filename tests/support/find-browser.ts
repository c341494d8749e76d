import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** The headless shell first, as Playwright does: it uses a quarter less CPU. */
const SYSTEM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Stops Chromium's background requests, so that only our pages cause traffic. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** The browser of the journeys: CHROMIUM, else Playwright's own, else the system's. */
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
 * Finds a browser, or installs one: Playwright's download, else Debian's package.
 * @throws Error with a sentence that says what to install.
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
