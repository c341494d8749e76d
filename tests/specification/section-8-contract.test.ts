import { expect, test } from "vitest";
import { AGREEMENT_TITLE } from "~/domain/artists/agreement/agreement-text";
import { signatureStatuses } from "~/domain/artists/agreement/signature";
import * as texts from "~/domain/artists/agreement/signing-texts";
import { GOVERNING_LAW, NOTICE_DAYS, TERM_MONTHS } from "~/domain/artists/agreement/terms";

// Portal document, sections 2, 4, 8 and 9: the contract. One row per text or figure.

test.each<[string, unknown, unknown]>([
  ["heading", AGREEMENT_TITLE, "Artist Agreement"],
  ["no request", texts.NOT_CREATED, "Could not create signature request. Please try again."],
  ["the panel", texts.NOT_INITIALIZED, "Error initializing contract"],
  ["no address", texts.NO_SIGN_URL, "No signature URL available. Please try again."],
  ["declined", texts.DECLINED, "You have declined to sign the agreement."],
  ["expired", texts.EXPIRED, "The signature request has expired."],
  ["not made again", texts.NOT_CREATED_AGAIN, "Failed to create signature request"],
  ["not looked up", texts.NOT_CHECKED, "Failed to check signature status"],
  ["not kept", texts.NOT_REGISTERED, "Failed to register contract signed"],
  ["term, in months", TERM_MONTHS, 12],
  ["notice, in days", NOTICE_DAYS, 30],
  ["law", GOVERNING_LAW, "the United Kingdom"],
  ["statuses", [...signatureStatuses], ["awaiting_signature", "signed", "declined", "expired"]],
])("%s", (_, value, expectedValue) => expect(value).toEqual(expectedValue));
