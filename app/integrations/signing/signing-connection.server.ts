import { type Probe, ProbeError } from "~/observability/health/health-checks.server";
import type { Clock } from "~/platform/clock";
import { type Fetcher, network } from "~/platform/http-client";
import type { Settings } from "~/platform/settings";
import { type DropboxSignClient, readAccount } from "./dropbox-client.server";

/** `off`: agreements are signed on this site. */
export type SigningConnection =
  | { state: "live" | "sandbox"; client: DropboxSignClient }
  | { state: "off" };

const SANDBOX = {
  apiKey: "sandbox-key",
  clientId: "sandbox-client",
  templateId: "sandbox-template",
};

/** Chooses Dropbox Sign, the local sandbox (only if it is switched on), or none. */
export function signingConnection(
  settings: Pick<
    Settings,
    | "DROPBOX_SIGN_API_KEY"
    | "DROPBOX_SIGN_CLIENT_ID"
    | "DROPBOX_SIGN_TEMPLATE_ID"
    | "DROPBOX_SIGN_TEST_MODE"
    | "DROPBOX_SIGN_SANDBOX"
  >,
  sandbox: Fetcher | undefined,
  clock: Clock,
): SigningConnection {
  const {
    DROPBOX_SIGN_API_KEY: apiKey,
    DROPBOX_SIGN_CLIENT_ID: clientId,
    DROPBOX_SIGN_TEMPLATE_ID: templateId,
  } = settings;
  const testMode = settings.DROPBOX_SIGN_TEST_MODE === "1";
  if (apiKey && clientId && templateId)
    return {
      state: "live",
      client: { fetcher: network, clock, apiKey, clientId, templateId, testMode },
    };
  if (sandbox && settings.DROPBOX_SIGN_SANDBOX === "1")
    return { state: "sandbox", client: { fetcher: sandbox, clock, ...SANDBOX, testMode: true } };
  return { state: "off" };
}

const KEY_HINT = "Check DROPBOX_SIGN_API_KEY: Dropbox Sign does not take it.";
const RETRY_HINT =
  "Try again in a minute; if it stays like this, look at Dropbox Sign's status page.";

/** Checks the key. Changes nothing and sends no mail. */
export function signingProbe(client: DropboxSignClient): Probe {
  return async () => {
    const reply = await readAccount(client);
    if (!reply.ok)
      throw new ProbeError(
        `${reply.failure === "refused" ? KEY_HINT : RETRY_HINT} Dropbox Sign said: ${reply.message}`,
      );
    const mode = client.testMode ? " In test mode: what is signed is not binding." : "";
    // The result is stored, so it does not name the account.
    return `The account of this key opens.${mode}`;
  };
}
