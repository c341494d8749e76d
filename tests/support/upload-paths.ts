import type { Page } from "playwright/test";

/** The paths that files and their parts are sent to, as they are asked for. */
export function recordUploadPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(upload|cloud-storage)/.test(pathname)) paths.push(pathname);
  });
  return paths;
}
