import { type Account, findAccount } from "~/domain/artists/accounts.server";
import { agreementText, parseParagraphs } from "~/domain/artists/agreement/agreement-text";
import type { AgreementView, SignedAgreement } from "~/domain/artists/agreement/agreement-view";
import {
  type AgreementStatus,
  createSignatureRequest,
  findRequestBy,
  hasOpenPortalRequest,
  type SignatureRequest,
} from "~/domain/artists/agreement/requests.server";
import type { SignatureStatus, SigningProvider } from "~/domain/artists/agreement/signature";
import {
  NOT_CHECKED,
  NOT_CREATED,
  NOT_INITIALIZED,
} from "~/domain/artists/agreement/signing-texts";
import { TEMPLATE_VERSION } from "~/domain/artists/agreement/terms";
import { cancelSupersededRequests } from "~/integrations/signing/cancel-requests.server";
import type { DropboxFailure } from "~/integrations/signing/dropbox-client.server";
import { longDate } from "~/platform/formats/dates";
import { sha256Hex } from "~/platform/hash";
import { labelOf } from "~/platform/label";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { checkAtDropbox, sendToDropbox } from "./agreement-at-dropbox.server";

/** Reads the panel's step from its address. */
export function readPanelState(url: string): { checkProvider: boolean; onPortal: boolean } {
  const step = new URL(url).searchParams.get("contract");
  return { checkProvider: step === null, onPortal: step === "here" };
}

const GONE = "Your account no longer exists.";

/**
 * The agreement as an artist would sign it now.
 * @param provider defaults to the configured provider.
 */
export async function currentAgreement(
  context: AppContext,
  account: Account,
  provider: SigningProvider = context.artists.signing.state === "off" ? "portal" : "dropbox-sign",
) {
  const { artistId, profile } = account;
  const { name, artistName } = profile;
  const text = agreementText({ ...labelOf(context), artist: { name, artistName, artistId } });
  const textHash = await sha256Hex(text);
  const templateVersion = TEMPLATE_VERSION;
  return { artistId: account.id, provider, templateVersion, text, textHash };
}

/** The signed-in account. @throws Response 404 if it was deleted just now. */
export async function requireAccount({ db }: AppContext, { id }: SignedIn): Promise<Account> {
  const account = await findAccount(db, id);
  if (!account) throw refusal(404, GONE);
  return account;
}

/**
 * Opens a signature request, in the portal or at Dropbox Sign, unless one is open.
 * @param options.replaceClosed also after a refusal or expiry.
 * @param options.retry whether to ask Dropbox Sign once more for a request it failed to create.
 * @param options.onPortal whether to sign in the portal whatever the settings say: Dropbox Sign needs script.
 * A request that waits there is withdrawn.
 */
export async function openRequest(
  context: AppContext,
  account: Account,
  {
    replaceClosed,
    retry,
    onPortal,
  }: { replaceClosed: boolean; retry: boolean; onPortal?: boolean },
): Promise<{ agreementStatus: AgreementStatus; failure: DropboxFailure | undefined }> {
  const { db, ids, clock, log } = context;
  const now = clock();
  const agreement = await currentAgreement(context, account, onPortal ? "portal" : undefined);
  const agreementStatus = await createSignatureRequest(db, agreement, {
    id: ids.next(now),
    again: replaceClosed,
    now,
  });
  const { current, isNew: made } = agreementStatus;
  if (made) log("info", "agreement.asked", { agreementId: current?.id });
  const client =
    context.artists.signing.state === "off" ? undefined : context.artists.signing.client;
  // The page shows the current request only, so it need not wait for this.
  if (made)
    context.scope.waitUntil(
      cancelSupersededRequests({ db, client, log, now: clock }, account.id).catch(
        context.scope.logFailure,
      ),
    );
  const isAtDropbox =
    current?.status === "awaiting_signature" && current.provider === "dropbox-sign";
  const failure =
    isAtDropbox && (made || retry)
      ? await sendToDropbox(context, account, current, made)
      : undefined;
  return { agreementStatus, failure };
}

function toSignedAgreement(row: SignatureRequest): SignedAgreement {
  return {
    signedOn: longDate(row.signedAt ?? row.updatedAt),
    version: row.templateVersion,
    name: row.typedName ?? "",
    file: row.documentKey === null ? undefined : `/agreement/${row.id}.pdf`,
    hash: row.documentHash ?? undefined,
  };
}

const TEMPORARY_FAILURES: readonly DropboxFailure[] = ["rate-limited", "unavailable", "not-yet"];

/**
 * The agreement panel. Creates a request if there is none yet, and checks the one at Dropbox Sign.
 * @param options.checkProvider whether to check at Dropbox Sign: not during signing, nor right after a check.
 * @param options.onPortal whether an open portal request stays one; viewing alone never creates one.
 */
export async function agreementPage(
  context: AppContext,
  artist: SignedIn,
  { checkProvider, onPortal }: { checkProvider: boolean; onPortal?: boolean },
): Promise<AgreementView> {
  const account = await requireAccount(context, artist);
  const staysOnPortal = onPortal && (await hasOpenPortalRequest(context.db, account.id));
  const requestOptions = { replaceClosed: false, retry: checkProvider, onPortal: staysOnPortal };
  const { agreementStatus, failure } = await openRequest(context, account, requestOptions);
  let { current } = agreementStatus;
  let trouble: string | undefined;
  if (failure) trouble = TEMPORARY_FAILURES.includes(failure) ? NOT_CREATED : NOT_INITIALIZED;
  const canHaveChanged = current?.providerRequestId && current.documentKey === null;
  if (checkProvider && current && canHaveChanged && current.status !== "declined") {
    if (!(await checkAtDropbox(context, current))) trouble = NOT_CHECKED;
    current = (await findRequestBy(context.db, { id: current.id })) ?? current;
  }
  if (!current) throw new Error("There is no request to sign.");
  const { id, status, provider, text, textHash, templateVersion, expiresAt } = current;
  return {
    id,
    textHash,
    version: templateVersion,
    until: longDate(expiresAt),
    state: status as SignatureStatus,
    provider: provider as SigningProvider,
    paragraphs: parseParagraphs(text),
    name: account.profile.name.trim(),
    ...(status === "signed" && { signed: toSignedAgreement(current) }),
    earlier: agreementStatus.earlier.map(toSignedAgreement),
    ...(trouble && { error: trouble }),
  };
}
