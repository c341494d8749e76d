import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { knownTemplates } from "~/domain/review/sheets/known-templates";
import {
  addTemplate,
  listOwnTemplates,
  MAX_TEMPLATES,
} from "~/domain/review/sheets/own-templates.server";
import { TEMPLATE_LIMITS } from "~/domain/review/sheets/sheet-template";
import { inOneLine } from "~/forms/fields";
import { type FormReply, invalidError } from "~/forms/form-reply";
import { formatBytes } from "~/platform/formats/bytes";
import { readFileForm, readFileUpTo } from "~/session/read-file-form.server";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

/** Of a file, and of a pasted text. */
const MAX_FILE = 512 * 1024;
const LIMITS = { bytes: 4 * MAX_FILE, fieldBytes: MAX_FILE };

const TOO_LARGE = `A template can have at most ${formatBytes(MAX_FILE)}. Keep its first rows, and leave the others out.`;
const NONE = "Choose your distributor's file, or paste its first rows.";
const UNREADABLE =
  "We can't read this as a table. Save it as XLSX or CSV, with a row that names the columns.";
const FULL = `There are ${MAX_TEMPLATES} templates already. Remove one first.`;

export type SheetsReply = FormReply<{ rows: string }>;

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const own = await listOwnTemplates(context.db);
  return {
    own: own.map(({ id, name, isReady, updatedBy }) => ({ id, name, isReady, updatedBy })),
    known: knownTemplates.map(({ id, name }) => ({ id, name })),
  };
}

async function readPost(request: Request) {
  let file: Uint8Array | "too-large" | undefined;
  let fileName = "";
  const fields = await readFileForm(request, {
    limits: LIMITS,
    tooLargeText: TOO_LARGE,
    tooMuchText: TOO_LARGE,
    onFile: async (part) => {
      const bytes = await readFileUpTo(part.chunks, MAX_FILE);
      if (part.name !== "file" || part.fileName === "") return;
      file = bytes ?? "too-large";
      fileName = part.fileName;
    },
  });
  return { fields: new URLSearchParams(fields), file, fileName };
}

/** The name of a file without its ending, as the first name of its template. */
const nameOf = (fileName: string) =>
  inOneLine(fileName.slice(0, 400).replace(/\.[a-z]{2,5}$/i, ""))
    .trim()
    .slice(0, TEMPLATE_LIMITS.name) || "New template";

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields, file, fileName } = await readPost(request);
  if (fields.get("intent") !== "read") throw refusal(400, NO_BUTTON);
  const rows = fields.get("rows") ?? "";
  const refuse = (text: string, field: "rows" | "file" = "rows") =>
    formErrorReply<SheetsReply>(
      context,
      { values: { rows }, errors: { [field]: invalidError(text) } },
      { status: 400 },
    );
  if (file === "too-large") return refuse(TOO_LARGE, "file");
  if (!file && rows.trim() === "") return refuse(NONE);
  // What reads workbooks is loaded with the first template.
  const { readTemplate } = await import("~/domain/review/sheets/read-template.server");
  const template = await readTemplate(file ?? rows);
  if (!template) return refuse(UNREADABLE, file ? "file" : "rows");
  const id = await addTemplate(
    context,
    { name: nameOf(fileName), ...template },
    { by: actor, requestId: context.scope.requestId, isReady: false },
  );
  return id ? redirect(`/staff/sheets/${id}`) : refuse(FULL);
}
