import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { AgreementReply } from "~/domain/artists/agreement/agreement-view";
import { findRequest, type SignatureRequest } from "~/domain/artists/agreement/requests.server";
import { declineRequest, signRequest } from "~/domain/artists/agreement/sign-in-portal.server";
import { signingSchema } from "~/domain/artists/agreement/signature";
import {
  DECLINED,
  EXPIRED,
  NO_SIGN_URL,
  NOT_CHECKED,
  NOT_CREATED_AGAIN,
  NOT_REGISTERED,
} from "~/domain/artists/agreement/signing-texts";
import { schemaErrors } from "~/forms/schema-errors";
import { signUrl } from "~/integrations/signing/dropbox-client.server";
import { errorReason } from "~/observability/log";
import type { SignedIn } from "~/platform/principal";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, refusal, throwIfLimited } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { checkAtDropbox } from "./agreement-at-dropbox.server";
import { auditSignature } from "./agreement-document.server";
import {
  agreementPage,
  currentAgreement,
  openRequest,
  readPanelState,
  requireAccount,
} from "./agreement-page.server";

const CHANGED =
  "The agreement has changed since you opened it, so nothing was signed. Read it again, then sign.";
const NOT_YOURS = "There's no agreement to sign here. Open it from your dashboard.";
const UNKNOWN_ACTION =
  "Something about this form isn't right. Go back, reload the page and try again.";

interface AgreementPost {
  context: AppContext;
  artist: SignedIn;
  fields: URLSearchParams;
  to: string;
}

function replyWithForm(
  { context, fields, to }: AgreementPost,
  status: number,
  extra: Partial<AgreementReply>,
) {
  const values = { typedName: fields.get("typedName") ?? "", consent: fields.get("consent") ?? "" };
  return formErrorReply<AgreementReply>(
    context,
    { returnTo: to, values, errors: {}, ...extra },
    { status },
  );
}

/** The request that the form names. @throws Response 404 if it is not this artist's. */
async function requireRequest({
  context,
  artist,
  fields,
}: AgreementPost): Promise<SignatureRequest> {
  const row = await findRequest(context.db, artist.id, (fields.get("request") ?? "").slice(0, 40));
  if (!row) throw refusal(404, NOT_YOURS);
  return row;
}

/** Shows why a request cannot be signed any more; a signed one is shown as signed. */
function closedReply(post: AgreementPost, status: string) {
  if (status === "signed") return redirect(post.to);
  const trouble = { declined: DECLINED, expired: EXPIRED }[status] ?? CHANGED;
  return replyWithForm(post, 409, { trouble: trouble });
}

/** A request past its date counts as expired even before the sweep marks it. */
const currentStatus = ({ status, expiresAt }: SignatureRequest, at: Date) =>
  status === "awaiting_signature" && expiresAt <= at.toISOString() ? "expired" : status;

async function sign(post: AgreementPost) {
  const { context, artist, fields, to } = post;
  const { db, ids, clock, log, sendJobs } = context;
  const account = await requireAccount(context, artist);
  const row = await requireRequest(post);
  const now = clock();
  const status = currentStatus(row, now);
  if (status !== "awaiting_signature") return closedReply(post, status);
  const today = await currentAgreement(context, account);
  const { textHash } = row;
  if (
    fields.get("textHash") !== textHash ||
    today.textHash !== textHash ||
    row.provider !== "portal"
  )
    return replyWithForm(post, 409, { trouble: CHANGED });
  const values = { typedName: fields.get("typedName") ?? "", consent: fields.get("consent") ?? "" };
  const schema = signingSchema(account.profile.name);
  const input = v.safeParse(schema, values);
  if (!input.success) return replyWithForm(post, 400, { errors: schemaErrors(schema, values) });
  const { typedName } = input.output;
  const { id } = row;
  const jobId = ids.next(now);
  try {
    const signature = { id, artistId: artist.id, textHash, typedName, jobId };
    const detail = `SHA-256 of the signed text: ${textHash}`;
    const auditStatement = auditSignature(context, account.artistId, { requestId: id, detail });
    if (await signRequest(db, signature, now, auditStatement)) {
      log("info", "agreement.signed", { agreementId: id });
      await sendJobs([jobId]);
      return redirect(to);
    }
  } catch (error) {
    log("error", "agreement.failed", { agreementId: id, reason: errorReason(error) });
    return replyWithForm(post, 503, { trouble: NOT_REGISTERED });
  }
  const latest = await findRequest(db, artist.id, id);
  return closedReply(post, latest?.status ?? "");
}

async function decline(post: AgreementPost) {
  const { context, artist, to } = post;
  const row = await requireRequest(post);
  const { db, clock, log } = context;
  if (await declineRequest(db, { id: row.id, artistId: artist.id }, clock()))
    log("info", "agreement.declined", { agreementId: row.id });
  return redirect(to);
}

async function retryRequest(post: AgreementPost) {
  const { context, artist, to } = post;
  const { failure } = await openRequest(context, await requireAccount(context, artist), {
    replaceClosed: true,
    retry: true,
  });
  return failure ? replyWithForm(post, 502, { trouble: NOT_CREATED_AGAIN }) : redirect(to);
}

/** Each change makes a new request at Dropbox Sign, which costs money. */
const PROVIDER_CHANGE_LIMIT = { limit: 10, seconds: 86_400 };
const TOO_OFTEN =
  "You have switched between the ways to sign many times today. Try again tomorrow, or write to us.";

/** Switches to signing in the portal, for browsers without script. */
async function signOnPortal(post: AgreementPost) {
  const { context, artist, to } = post;
  const { db, clock } = context;
  throwIfLimited(
    context,
    await rateLimit(db, `sign-here artist:${artist.id}`, PROVIDER_CHANGE_LIMIT, clock()),
    TOO_OFTEN,
  );
  await openRequest(context, await requireAccount(context, artist), {
    replaceClosed: true,
    retry: false,
    onPortal: true,
  });
  return redirect(`${to}${to.includes("?") ? "&" : "?"}contract=here`);
}

/** Requests the signing address from Dropbox Sign; each address works once. */
async function openAtDropbox(post: AgreementPost) {
  const { artists, log, clock } = post.context;
  const { signing } = artists;
  const row = await requireRequest(post);
  const status = currentStatus(row, clock());
  if (status !== "awaiting_signature") return closedReply(post, status);
  if (signing.state === "off" || row.providerSignatureId === null)
    return replyWithForm(post, 503, { trouble: NO_SIGN_URL });
  const reply = await signUrl(signing.client, row.providerSignatureId);
  if (!reply.ok) {
    log("error", "agreement.failed", { agreementId: row.id, reason: reply.code });
    return replyWithForm(post, 502, { trouble: NO_SIGN_URL });
  }
  const { clientId, testMode } = signing.client;
  return replyWithForm(post, 200, { embedded: { url: reply.value, clientId, testMode } });
}

async function checkStatus(post: AgreementPost) {
  const row = await requireRequest(post);
  if (await checkAtDropbox(post.context, row)) return redirect(post.to);
  const signedThere = post.fields.get("done") === "signed";
  return replyWithForm(post, 502, { trouble: signedThere ? NOT_REGISTERED : NOT_CHECKED });
}

const actions = {
  sign,
  decline,
  again: retryRequest,
  here: signOnPortal,
  open: openAtDropbox,
  check: checkStatus,
} as const;
type Action = keyof typeof actions;
const isAction = (text: string): text is Action => Object.hasOwn(actions, text);

async function agreementAction(request: Request, context: AppContext, artist: SignedIn) {
  const { fields, to } = await readSmallForm(request, "/agreement");
  const intent = fields.get("intent") ?? "";
  if (!isAction(intent)) throw refusal(400, UNKNOWN_ACTION);
  return actions[intent]({ context, artist, fields, to });
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context, "read");
  return { agreement: await agreementPage(context, artist, readPanelState(request.url)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  return agreementAction(request, context, artist);
}
