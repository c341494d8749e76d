import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { listeningFormSchema } from "~/domain/publishing/listening-form";
import {
  listeningPath,
  listListeningLinks,
  MAX_LISTENING_LINKS,
  makeListeningLink,
  revokeListeningLink,
} from "~/domain/publishing/listening-links.server";
import { releaseName } from "~/domain/submission/record/release-name";
import { invalidError } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { requireSubmission } from "../require-submission.server";

const TOO_MANY = `This release has ${MAX_LISTENING_LINKS} links that work. End one of them first.`;

export async function loader({ context, params }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { db, settings, site, clock } = context;
  const { id, artistName, form } = await requireSubmission(context, params.submissionId);
  const time = clock();
  const now = time.toISOString();
  const rows = await listListeningLinks(db, id);
  return {
    ...{ id, artistName, title: releaseName(form) },
    // A form that is posted twice makes one link.
    newLink: context.ids.next(time),
    links: await Promise.all(
      rows.map(async ({ link: { staffId: _, ...link }, plays }) => ({
        ...{ ...link, plays, isLive: link.revokedAt === null && link.expiresAt > now },
        url: site + (await listeningPath(settings.SIGNING_SECRET, link.id)),
      })),
    ),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { db, clock } = context;
  const { fields } = await readSmallForm(request);
  const { id: submissionId } = await requireSubmission(context, params.submissionId);
  const page = `/staff/listening/${submissionId}`;
  const now = clock();
  const intent = fields.get("intent");
  if (intent === "end") {
    const id = (fields.get("link") ?? "").slice(0, 40);
    const entry = auditEntryOf(context, actor, {
      ...{ action: "listening-link-ended", subject: submissionId, at: now },
    });
    const isEnded = await revokeListeningLink(db, { id, submissionId }, now, entry);
    return redirect(`${page}?${isEnded ? "ended" : "over"}`);
  }
  if (intent !== "make") throw refusal(400, NO_BUTTON);
  const values = Object.fromEntries(fields);
  const form = v.safeParse(listeningFormSchema, values);
  const reply = (errors: Parameters<typeof formErrorReply>[1]["errors"], status: number) =>
    formErrorReply(context, { values, errors }, { status });
  if (!form.success) return reply(schemaErrors(listeningFormSchema, values), 400);
  const typedId = fields.get("newLink") ?? "";
  const id = /^[0-9A-Z]{26}$/.test(typedId) ? typedId : context.ids.next(now);
  const link = { id, submissionId, staffId: actor.id, staffName: actor.name, ...form.output };
  const entry = auditEntryOf(context, actor, {
    ...{ action: "listening-link-made", subject: submissionId, at: now },
    detail: form.output.recipient,
  });
  return (await makeListeningLink(db, link, now, entry))
    ? redirect(`${page}?made`)
    : reply({ recipient: invalidError(TOO_MANY) }, 409);
}
