import type { Page } from "playwright/test";

/** What a page posts to a path from now on, as a document or by script: a list that grows. */
export function postsTo(page: Page, path: string): readonly string[] {
  const bodies: string[] = [];
  page.on("request", (request) => {
    const askedPath = new URL(request.url()).pathname.replace(/\.data$/, "");
    if (request.method() === "POST" && askedPath === path) bodies.push(request.postData() ?? "");
  });
  return bodies;
}
