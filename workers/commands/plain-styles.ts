import { writeFileSync } from "node:fs";
import { buildSync } from "esbuild";
import { PLAIN_STYLES } from "../../app/platform/plain-page";
import { withUsedVariables } from "./used-variables";

/** Makes the one style sheet of the pages that have to stand without all else. */
export function buildPlainStyles(): void {
  const { outputFiles } = buildSync({
    entryPoints: ["app/components/theme/plain.css"],
    bundle: true,
    minify: true,
    write: false,
    external: ["/fonts/*"],
    logLevel: "warning",
  });
  const sheet = new Map(outputFiles.map(({ text }) => [PLAIN_STYLES, text]));
  for (const [path, text] of withUsedVariables(sheet, "")) writeFileSync(`public${path}`, text);
}
