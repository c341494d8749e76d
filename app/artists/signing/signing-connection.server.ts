import { type Probe, ProbeError } from "~/monitoring/probe";
import type { Clock } from "~/platform/clock";
import { type Fetcher, network } from "~/platform/http-client";
import type { Settings } from "~/platform/settings";
import { type DropboxSignClient, readAccount } from "./dropbox-client.server";

/** How agreements are signed at Dropbox Sign, if they are; `off` has them signed here. */
export type SigningConnection =
  | { state: "live" | "sandbox"; client: DropboxSignClient }
  | { state: "off" };

/** What the sandbox answers to. */
const SANDBOX = {
  apiKey: "sandbox-key",
  clientId: "sandbox-client",
  templateId: "sandbox-template",
};

/**
 * Chooses between Dropbox Sign itself, the local stand-in and none. The stand-in only where it is
 * asked for: without credentials agreements are signed here.
 */
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
      client: { send: network, clock, apiKey, clientId, templateId, testMode },
    };
  if (sandbox && settings.DROPBOX_SIGN_SANDBOX === "1")
    return { state: "sandbox", client: { send: sandbox, clock, ...SANDBOX, testMode: true } };
  return { state: "off" };
}

const KEY = "Check DROPBOX_SIGN_API_KEY: Dropbox Sign does not take it.";
const LATER = "Try again in a minute; if it stays like this, look at Dropbox Sign's status page.";

/** Whether the key opens the account. Nothing is changed there, and nobody is written to. */
export function signingProbe(client: DropboxSignClient): Probe {
  return async () => {
    const reply = await readAccount(client);
    if (!reply.ok)
      throw new ProbeError(
        `${reply.failure === "refused" ? KEY : LATER} Dropbox Sign said: ${reply.said}`,
      );
    const mode = client.testMode ? " In test mode: what is signed is not binding." : "";
    // Whose it is stays out of what is kept of every check.
    return `The account of this key opens.${mode}`;
  };
}
