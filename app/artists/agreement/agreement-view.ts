import type { FieldErrors } from "~/forms/form-reply";
import type { Paragraph } from "./agreement-text";
import type { SignatureStatus, SigningProvider } from "./signature";

/** Something that was signed, as its artist sees it. */
export interface SignedAgreement {
  on: string;
  version: string;
  /** Empty where the service that it was signed at does not say. */
  name: string;
  /** Where its PDF is; undefined while that is being prepared. */
  file?: string;
  /** SHA-256 of the PDF. */
  hash?: string;
}

/** The agreement of an artist as its panel shows it. */
export interface AgreementView {
  state: SignatureStatus;
  provider: SigningProvider;
  /** Of the request. */
  id: string;
  paragraphs: Paragraph[];
  textHash: string;
  version: string;
  /** The name to sign with; empty where the profile has none. */
  name: string;
  /** Until when it can be signed, in words. */
  until: string;
  signed?: SignedAgreement;
  /** What was signed of earlier versions. */
  earlier: SignedAgreement[];
  /** What went wrong; it can be tried again. */
  trouble?: string;
}

/** Where to sign at Dropbox Sign, within our page. */
interface Embedded {
  url: string;
  clientId: string;
  /** Dropbox Sign then asks for no site of its own. */
  testMode: boolean;
}

/** What the panel's forms send back where they do not lead on. */
export interface AgreementReply {
  /** The page to go back to. */
  to: string;
  values: { typedName: string; consent: string };
  errors: FieldErrors;
  /** Said over the form. */
  trouble?: string;
  embedded?: Embedded;
}
