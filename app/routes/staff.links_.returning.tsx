import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import {
  checkReturningForm,
  MAX_LINES,
  type PastedLine,
  type ReturningForm,
  readPastedList,
  returningFormSchema,
} from "~/entry/link-forms";
import { addressesWithLink } from "~/entry/make-links.server";
import { type FieldErrors, hasNoErrors, invalidError } from "~/forms/form-reply";
import { readSmallForm } from "~/pages/read-small-form";
import { mailList } from "~/pages/staff/mail-list.server";
import { mailLink, makeReturningLinks, newLinksSchema } from "~/pages/staff/staff-links.server";
import type { Portal } from "~/session/portal";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { NewLink } from "~/views/staff/links/new-link";
import { CreatedLinks, ImportPreview, PastedListForm } from "~/views/staff/links/pasted-list";
import { ReturningFields } from "~/views/staff/links/returning-fields";

/** The link can be copied with one press where scripts run. */
export const handle = { scripts: true };

/** One for all renders: fields are told of other values, and would lose what is typed. */
const NOBODY: ReturningForm = { artistName: "", email: "" };
const HEADING = "Links for returning artists";
/** 5,000 lines of the longest names and addresses that are usual. */
const MAX_BYTES = 3 * 1024 * 1024;
const HAS_LINK = "This address has a link that works. Deactivate that one first if it is lost.";

interface Reply {
  values?: ReturningForm;
  errors?: FieldErrors;
  /** The list as pasted, and what would be made of it. */
  list?: string;
  listError?: string;
  preview?: { good: number; wrong: PastedLine[] };
  /** Links that were just made, one a line. */
  made?: { count: number; text: string };
  /** What came of mailing them all. */
  mailed?: string;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  return { shown: await readShownReply(request, context, newLinksSchema) };
}

/** A pasted list, its lines judged; those whose address has a link that works are wrong as well. */
async function judgedList({ db, clock }: Portal, list: string): Promise<PastedLine[]> {
  const lines = readPastedList(list);
  const good = lines.flatMap(({ error, email }) => (error === undefined ? [email] : []));
  const knownAddresses = await addressesWithLink(db, good, clock());
  return lines.map((line) =>
    line.error === undefined && knownAddresses.has(line.email)
      ? { ...line, error: HAS_LINK }
      : line,
  );
}

async function takeList(
  request: Request,
  context: Portal,
  by: Parameters<typeof mailLink>[1],
  fields: URLSearchParams,
) {
  const list = fields.get("list") ?? "";
  const refuse = (listError: string) =>
    formErrorReply<Reply>(context, { list, listError }, { status: 400 });
  const lines = await judgedList(context, list);
  if (lines.length === 0) return refuse("Paste at least one line");
  if (lines.length > MAX_LINES)
    return refuse(`A list may have ${MAX_LINES} lines, and this one has ${lines.length}`);
  const good = lines.filter(({ error }) => error === undefined);
  const bad = lines.filter(({ error }) => error !== undefined);
  const preview = { good: good.length, wrong: bad };
  if (fields.get("intent") !== "make-list" || good.length === 0)
    return data<Reply>({ list, preview });
  const links = await makeReturningLinks(context, by, good);
  const text = links.map(({ artistName, email, url }) => `${artistName}\t${email}\t${url}`);
  return redirectToReply(request, context, {
    made: { count: links.length, text: text.join("\n") },
  });
}

/**
 * Makes links, which its reply shows this once; or says what a list would make; or mails one link, or
 * all of a list.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const by = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff/links", MAX_BYTES);
  const intent = fields.get("intent") ?? "";
  if (intent === "send") {
    const token = fields.get("token") ?? "";
    const { link, ...sending } = await mailLink(context, by, "returning", token);
    return redirectToReply(request, context, { link, sending });
  }
  if (intent === "send-list") {
    const text = fields.get("made") ?? "";
    const result = await mailList(context, by, text);
    const made = { count: text.trim().split("\n").length, text };
    return redirectToReply(request, context, { made, mailed: result });
  }
  if (intent === "preview" || intent === "make-list") return takeList(request, context, by, fields);
  const values = v.parse(returningFormSchema, Object.fromEntries(fields));
  const errors = checkReturningForm(values);
  if (!hasNoErrors(errors))
    return formErrorReply<Reply>(context, { values, errors }, { status: 400 });
  const [link] = await makeReturningLinks(context, by, [values]);
  if (link) return redirectToReply(request, context, { link });
  return formErrorReply<Reply>(
    context,
    { values, errors: { email: invalidError(HAS_LINK) } },
    { status: 409 },
  );
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function ReturningArtists() {
  const { shown } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  if (!reply && shown)
    return "link" in shown ? (
      <NewLink {...shown} />
    ) : (
      <CreatedLinks {...shown.made} mailOutcome={shown.mailed} />
    );
  const { preview, made, mailed, list = "", listError, values, errors } = reply ?? {};
  if (made) return <CreatedLinks {...made} mailOutcome={mailed} />;
  if (preview)
    return <ImportPreview list={list} validCount={preview.good} invalidLines={preview.wrong} />;
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      <p className={notice.lead}>
        With such a link an artist sends release after release, filled in from the last one. It
        works for 365 days, even while submissions are closed.
      </p>
      <ReturningFields values={values ?? NOBODY} errors={errors} />
      <PastedListForm list={list} error={listError} />
    </div>
  );
}
