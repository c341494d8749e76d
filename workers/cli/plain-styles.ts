import { writeFileSync } from "node:fs";
import { buildSync } from "esbuild";
import { PLAIN_STYLES } from "../../app/platform/plain-page";

/** Builds the style sheet of pages that work without the app, such as error pages. */
export function buildPlainStyles(): void {
  const { outputFiles } = buildSync({
    entryPoints: ["app/ui/theme/plain.css"],
    bundle: true,
    minify: true,
    write: false,
    external: ["/fonts/*"],
    logLevel: "warning",
  });
  for (const { text } of outputFiles) writeFileSync(`public${PLAIN_STYLES}`, text);
}
