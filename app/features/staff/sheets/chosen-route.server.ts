import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { missingText, missingValues } from "~/domain/review/sheets/make-sheet";
import { offeredTemplates } from "~/domain/review/sheets/own-templates.server";
import { readSmallForm } from "~/session/read-small-form";
import { requireStaff } from "~/session/require-staff";
import { chosenEntries } from "../queue/bulk-decide.server";
import { MAX_IN_SHEET, readReleases } from "./send-sheet.server";

/** Room for 500 entries. */
const MAX_BYTES = 64 * 1024;

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  return null;
}

/** The releases chosen in the queue, and what each lacks for each template. */
export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const { items, hasMore } = await chosenEntries(context, actor, fields);
  const ids = items.slice(0, MAX_IN_SHEET).map(({ id }) => id);
  const templates = await offeredTemplates(context.db);
  const missing = templates.map((): { name: string; texts: string[] }[] => []);
  const releases: { id: string; name: string }[] = [];
  for await (const release of readReleases(context, ids)) {
    const name = `${release.artist}: ${release.title}`;
    releases.push({ id: release.id, name });
    for (const [index, template] of templates.entries()) {
      const values = missingValues(template, release);
      const texts = values.map((value) => missingText(value, release));
      if (texts.length > 0) missing[index]?.push({ name, texts });
    }
  }
  return data({
    releases,
    /** How many are in no sheet: they have no tracks, or there are too many. */
    leftOut: items.length - releases.length,
    hasMore: hasMore || items.length > MAX_IN_SHEET,
    templates: templates.map(({ id, name, sheets }, index) => ({
      ...{ id, name, sheets: sheets.map((sheet) => sheet.name), missing: missing[index] ?? [] },
    })),
  });
}
