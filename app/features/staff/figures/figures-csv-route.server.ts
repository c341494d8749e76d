import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { readPeriod } from "~/domain/review/figure-period";
import { readFigures } from "~/domain/review/figures.server";
import { CSV_START, csvLine } from "~/domain/review/package/csv";
import { isoDate } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { requireOwnSite } from "~/session/origin";
import { requireStaff } from "~/session/require-staff";
import { figureColumns, figureGroups, groupNames } from "./figure-groups";

async function exportFigures(
  context: Pick<AppContext, "db" | "clock" | "ids" | "scope">,
  actor: Staff,
  query: URLSearchParams,
): Promise<string> {
  const now = context.clock();
  await auditEntryOf(context, actor, { action: "figures-exported", at: now })();
  const figures = await readFigures(context.db, readPeriod(query), now);
  const group = groupNames.find((name) => name === query.get("csv"));
  const lines = (group ? [group] : groupNames).flatMap((name) =>
    figures[name].map((row) => [
      figureGroups[name].by,
      // As the database has it, so that spreadsheets know it.
      name === "slots" ? row.name : figureGroups[name].nameOf(row.name),
      ...figureColumns.map(([, figureOf]) => figureOf(row) ?? ""),
    ]),
  );
  const header = ["By", "Name", ...figureColumns.map(([column]) => column)];
  return CSV_START + [header, ...lines].map(csvLine).join("");
}

/** The figures of a period as CSV: all, or one group (`?csv=genres`). A HEAD request is no export. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const actor = await requireStaff(context);
  const query = new URL(request.url).searchParams;
  const body = request.method === "HEAD" ? null : await exportFigures(context, actor, query);
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="figures-${isoDate(context.clock())}.csv"`,
    },
  });
}
