import type { Settings } from "~/platform/settings";
import type { PackagedFile } from "../package/package-files";
import { releaseModel } from "../package/release-model";
import type { PackagedSubmission } from "../package/release-tables";
import { ernFolder } from "./ern-folder";
import { ernMessage } from "./ern-message";
import type { ErnParties, ErnRelease } from "./ern-release";
import { readErnRelease } from "./read-ern-release";

type ErnSettings = Pick<
  Settings,
  "DDEX_SENDER_ID" | "DDEX_RECIPIENT_ID" | "DDEX_TEST_MODE" | "LEGAL_ENTITY" | "BRAND_NAME"
>;

const NO_PARTIES =
  "The numbers of the label and of its distributor (DPID): the settings DDEX_SENDER_ID and DDEX_RECIPIENT_ID";

function readParties(settings: ErnSettings): ErnParties | undefined {
  const { DDEX_SENDER_ID: senderId, DDEX_RECIPIENT_ID: recipientId, DDEX_TEST_MODE } = settings;
  if (!senderId || !recipientId) return undefined;
  const senderName = settings.LEGAL_ENTITY ?? settings.BRAND_NAME;
  return { senderId, senderName, recipientId, isTest: DDEX_TEST_MODE === "1" };
}

/** A release that can be announced, and its message as of any time. */
export interface Announced {
  release: ErnRelease;
  messageAt: (at: Date) => string;
}

/** What a message is made from, or what that lacks: a line each, for staff. */
export function announceRelease(
  submission: PackagedSubmission,
  files: readonly PackagedFile[],
  settings: ErnSettings,
): Announced | { lacks: string[] } {
  const parties = readParties(settings);
  const result = readErnRelease(releaseModel(submission, files), submission.pictures);
  const lacks = [...(parties ? [] : [NO_PARTIES]), ...("lacks" in result ? result.lacks : [])];
  if (!parties || "lacks" in result) return { lacks };
  const { release } = result;
  return {
    release,
    messageAt: (at) => ernMessage(release, parties, { id: ernFolder(release, at).folder, at }),
  };
}
