import { sql } from "drizzle-orm";
import * as v from "valibot";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { packageReaders } from "~/domain/delivery/package-readers.server";
import { readPackagedRelease } from "~/domain/review/package/packaged-release.server";
import { type ReleaseModel, releaseModel } from "~/domain/review/package/release-model";
import { offeredTemplates } from "~/domain/review/sheets/own-templates.server";
import { sheetCsv, sheetXlsx } from "~/domain/review/sheets/sheet-file.server";
import type { NamedTemplate } from "~/domain/review/sheets/sheet-template";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import { portableName } from "~/platform/formats/portable-name.server";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";

const NO_TEMPLATE = "There's no template of this name any more. Go back and choose another one.";
const NO_RELEASE = "There's no release with tracks to put into a sheet.";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What a link or a button asks for. */
const wantedSchema = v.object({
  template: v.pipe(v.string(), v.maxLength(64)),
  as: v.picklist(["xlsx", "csv"]),
  /** Of a template with several sheets, as CSV has one. */
  sheet: v.optional(v.pipe(v.string(), v.regex(/^\d$/), v.transform(Number)), "0"),
});
type WantedSheet = v.InferOutput<typeof wantedSchema>;

/** @throws Response 404 if there is no such template or sheet of it. */
async function findWantedSheet(
  { db }: AppContext,
  fields: URLSearchParams,
): Promise<{ template: NamedTemplate; wanted: WantedSheet }> {
  const wanted = v.safeParse(wantedSchema, Object.fromEntries(fields));
  if (!wanted.success) throw refusal(404, NO_TEMPLATE);
  const template = (await offeredTemplates(db)).find(({ id }) => id === wanted.output.template);
  if (!template?.sheets[wanted.output.sheet]) throw refusal(404, NO_TEMPLATE);
  return { template, wanted: wanted.output };
}

/** A request may make about 1,000 calls of the database, and a release needs up to nine. */
export const MAX_IN_SHEET = 100;

/** The releases of a sheet, one after the other; those without tracks have no line in any. */
export async function* readReleases(context: AppContext, ids: readonly string[]) {
  for (const id of ids) {
    await restoreArchived(context, id);
    const found = await readPackagedRelease(context.db, id, context.clock(), packageReaders);
    if (found && found.release.form.tracks.length > 0)
      yield releaseModel(found.release, found.files);
  }
}

/** Reads the first release before the answer begins. */
async function* startingWith(first: ReleaseModel, others: AsyncIterator<ReleaseModel>) {
  yield first;
  for (let next = await others.next(); !next.done; next = await others.next()) yield next.value;
}

/**
 * Sends a sheet of these releases. HEAD sends and records nothing.
 * @throws Response 404 if there is no such template, or none of the releases has tracks.
 */
export async function sendSheet(
  context: AppContext,
  actor: Staff,
  { ids, fields, isHead }: { ids: readonly string[]; fields: URLSearchParams; isHead: boolean },
): Promise<Response> {
  const { template, wanted } = await findWantedSheet(context, fields);
  const releases = readReleases(context, ids);
  const { value: first } = await releases.next();
  if (!first) throw refusal(404, NO_RELEASE);
  const sheet = template.sheets[wanted.sheet];
  const title = ids.length === 1 ? `${first.artist} - ${first.title}` : `${ids.length} releases`;
  const several = wanted.as === "csv" && template.sheets.length > 1 ? `, ${sheet?.name}` : "";
  const name = portableName(`${title} for ${template.name}${several}`, "Sheet", { units: 120 });
  const headers = {
    "Content-Type": wanted.as === "csv" ? "text/csv; charset=utf-8" : XLSX,
    "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}.${wanted.as}`,
  };
  if (isHead || !sheet) return new Response(null, { headers });
  const all = startingWith(first, releases);
  const body = wanted.as === "csv" ? sheetCsv(sheet, all) : await sheetXlsx(template, all);
  const [subject] = ids.length === 1 ? ids : [];
  const detail = ids.length === 1 ? template.name : `${template.name}, ${ids.length} releases`;
  await auditEntryOf(context, actor, { action: "sheet-made", subject, detail })(sql`1`);
  context.log("info", "sheet.sent", { submissionId: first.id, count: ids.length });
  return new Response(body, { headers });
}

/** Room for 100 ids. */
const MAX_BYTES = 16 * 1024;

/** Sends several releases as one sheet, as the page of those chosen asks for. */
export async function sendSeveral(
  request: Request,
  context: AppContext,
  actor: Staff,
): Promise<Response> {
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const ids = [...new Set(fields.getAll("id"))].slice(0, MAX_IN_SHEET);
  const wanted = new URLSearchParams(fields.get("intent") ?? "");
  return sendSheet(context, actor, { ids, fields: wanted, isHead: false });
}
