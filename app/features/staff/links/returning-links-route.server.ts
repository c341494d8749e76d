import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import {
  checkReturningForm,
  MAX_LINES,
  type PastedLine,
  type ReturningForm,
  readPastedList,
  returningFormSchema,
} from "~/domain/access/link-forms";
import { addressesWithLink } from "~/domain/access/make-links.server";
import { type FormReply, hasNoErrors, invalidError } from "~/forms/form-reply";
import { idsOfPress } from "~/forms/ids-of-press";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { mailLink, mailList } from "./mail-links.server";
import { makeReturningLinks, newLinksSchema } from "./staff-links.server";

/** Room for 5,000 lines with long names and addresses. */
const MAX_BYTES = 3 * 1024 * 1024;

const HAS_LINK = "This address already has a working link. If it was lost, deactivate it first.";

export interface Reply extends FormReply<Partial<ReturningForm> & { list?: string }> {
  /** Of the pasted list. */
  preview?: { validCount: number; invalidLines: PastedLine[] };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  return {
    press: context.ids.secret(),
    shown: await readShownReply(request, context, newLinksSchema),
  };
}

/** Parses a pasted list; a line whose address has a working link is wrong, too. */
async function checkList({ db, clock }: AppContext, list: string): Promise<PastedLine[]> {
  const lines = readPastedList(list);
  const validAddresses = lines.flatMap(({ error, email }) => (error === undefined ? [email] : []));
  const knownAddresses = await addressesWithLink(db, validAddresses, clock());
  return lines.map((line) =>
    line.error === undefined && knownAddresses.has(line.email)
      ? { ...line, error: HAS_LINK }
      : line,
  );
}

async function handleList(
  request: Request,
  context: AppContext,
  actor: Staff,
  fields: URLSearchParams,
) {
  const list = fields.get("list") ?? "";
  const errorReply = (text: string) =>
    formErrorReply<Reply>(
      context,
      { values: { list }, errors: { list: invalidError(text) } },
      { status: 400 },
    );
  const lines = await checkList(context, list);
  if (lines.length === 0) return errorReply("Paste at least one line");
  if (lines.length > MAX_LINES)
    return errorReply(
      `A list can have at most ${MAX_LINES} lines, and this one has ${lines.length}`,
    );
  const validLines = lines.filter(({ error }) => error === undefined);
  const invalidLines = lines.filter(({ error }) => error !== undefined);
  const preview = { validCount: validLines.length, invalidLines };
  if (fields.get("intent") !== "make-list" || validLines.length === 0)
    return data<Reply>({ values: { list }, errors: {}, preview });
  const links = await makeReturningLinks(context, actor, validLines);
  const text = links.map(({ artistName, email, url }) => `${artistName}\t${email}\t${url}`);
  return redirectToReply(request, context, {
    made: { count: links.length, text: text.join("\n") },
  });
}

/** Creates links, which are shown once, previews a list, or mails one link or a list of them. */
export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff/links", MAX_BYTES, MAX_BYTES);
  const intent = fields.get("intent") ?? "";
  if (intent === "send") {
    const token = fields.get("token") ?? "";
    return redirectToReply(request, context, await mailLink(context, actor, "returning", token));
  }
  if (intent === "send-list") {
    const text = fields.get("made") ?? "";
    const result = await mailList(context, actor, text);
    const made = { count: text.trim().split("\n").length, text };
    return redirectToReply(request, context, { made, mailed: result });
  }
  if (intent === "preview" || intent === "make-list")
    return handleList(request, context, actor, fields);
  const values = v.parse(returningFormSchema, Object.fromEntries(fields));
  const errors = checkReturningForm(values);
  if (!hasNoErrors(errors))
    return formErrorReply<Reply>(context, { values, errors }, { status: 400 });
  const [link] = await makeReturningLinks(
    context,
    actor,
    [values],
    await idsOfPress(context, fields),
  );
  if (link) return redirectToReply(request, context, { link });
  return formErrorReply<Reply>(
    context,
    { values, errors: { email: invalidError(HAS_LINK) } },
    { status: 409 },
  );
}
