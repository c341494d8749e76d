import { capitalize } from "~/platform/formats/capitalize";
import type { Brand, Mail } from "./mail";
import type { Block } from "./mail-content";
import { detailsUrlOf, type StatusChange, statusMail } from "./status-mail";

/** Details that only the artist can give, in words, such as "the ISRC (track 1)". */
export interface WantedDetails {
  /** What the page of the release's details takes. */
  onPage: readonly string[];
  /** What no page takes. */
  byMail: readonly string[];
}

interface DetailsRequest
  extends WantedDetails,
    Pick<StatusChange, "submissionId" | "reference" | "recipient" | "name" | "release" | "at"> {
  /** Formatted date; undefined where the release has no day of delivery ahead. */
  until: string | undefined;
  site: string;
}

const stepsBlock = (details: readonly string[]): Block => {
  return { kind: "steps", steps: details.map(capitalize) };
};

/** Asks an artist for what a release lacks before it can be delivered, and says where to give it. */
export function detailsRequestMail(
  { onPage, byMail, until, site, release, ...request }: DetailsRequest,
  brand: Brand,
): Mail {
  const link = {
    label: "Open the release details",
    url: detailsUrlOf(site, request.submissionId),
  };
  const pageBlocks: Block[] = [
    "Please fill this in on the page of your release details. Then press “Send the details”:",
    stepsBlock(onPage),
    { kind: "link", ...link },
    "The link asks you to sign in.",
  ];
  const mailBlocks: Block[] = [
    `Please send us this by email, to ${brand.supportEmail}:`,
    stepsBlock(byMail),
  ];
  const title = "We need a few details for your release";
  const blocks = [
    `Before we can deliver your release to the stores, we need a few details from you${until ? `. Please give them to us by ${until}` : ""}.`,
    ...(onPage.length > 0 ? pageBlocks : []),
    ...(byMail.length > 0 ? mailBlocks : []),
  ];
  const change = { ...request, status: "details wanted" };
  return statusMail(change, { title, blocks, release, kind: "details-request" }, brand);
}
