import { longDate } from "~/platform/formats/dates";
import { type Greeted, greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import { readableLine } from "./sanitize-input";
import { quoteBlock } from "./status-mail";

export interface DetailsRequest {
  submissionId: string;
  recipient: string;
  greeted: Greeted;
  release: string;
  /** What is needed, in a sentence. */
  ask: string;
  /** Tells one question from another. */
  occasion: string;
  /** The page that takes it. */
  url: string;
  /** YYYY-MM-DD, when the stores receive the release; undefined where that is not known, or over. */
  deliveryDay: string | undefined;
}

/** The mail that asks an artist for what a distributor's sheet lacks, once for each question and day. */
export function detailsRequestMail(request: DetailsRequest, brand: Brand): Mail {
  const { submissionId, recipient, greeted, release, ask, occasion, url, deliveryDay } = request;
  const letter = {
    subject: `We need something from you for "${readableLine(release)}"`,
    plainSubject: "We need something from you for your release",
    blocks: [
      greetingBlock(greeted),
      quoteBlock(ask),
      { kind: "link", label: "Complete release details", url } as const,
      ...(deliveryDay
        ? [
            `The stores receive your release on ${longDate(deliveryDay)}. Please answer before then, so that it comes out on its day.`,
          ]
        : []),
      `You don't have it, or don't know what it is? Then write to ${brand.supportEmail}, and we help.`,
    ],
  };
  return toMail(letter, brand, {
    ...{ kind: "details-request", recipient, submissionId },
    dedupeKey: `details-request:${submissionId}:${occasion}`,
  });
}
