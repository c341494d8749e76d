import type { FormReply } from "~/forms/form-reply";
import type { Paragraph } from "./agreement-text";
import type { SignatureStatus, SigningProvider } from "./signature";

export interface SignedAgreement {
  signedOn: string;
  version: string;
  /** Empty if the signing service does not give it. */
  name: string;
  /** Link to the PDF; undefined while it is being made. */
  file?: string;
  /** SHA-256 of the PDF. */
  hash?: string;
}

export interface AgreementView {
  state: SignatureStatus;
  provider: SigningProvider;
  id: string;
  paragraphs: Paragraph[];
  textHash: string;
  version: string;
  /** The name to sign with; empty where the profile has none. */
  name: string;
  /** Formatted date. */
  until: string;
  signed?: SignedAgreement;
  earlier: SignedAgreement[];
  /** An error that can be retried. */
  error?: string;
}

interface Embedded {
  url: string;
  clientId: string;
  /** In test mode Dropbox Sign does not check the domain of the page. */
  testMode: boolean;
}

/** Reply to a form of the panel that stays on the page. */
export interface AgreementReply extends FormReply<{ typedName: string; consent: string }> {
  returnTo: string;
  embedded?: Embedded;
}
