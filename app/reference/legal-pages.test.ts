import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { legalPages } from "./legal-pages";

test.each(Object.values(legalPages))(
  "$path is linked to once it exists, and no sooner",
  ({ path, isOpen }) => {
    const routes = readdirSync(new URL("../routes", import.meta.url));
    expect(isOpen).toBe(routes.some((name) => name.replace(/\.tsx$/, "").endsWith(path.slice(1))));
  },
);
