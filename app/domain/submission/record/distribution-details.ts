/** Names with their values, in reading order. */
export type LabelledValues = readonly (readonly [name: string, value: string])[];

/** What a release is delivered with; codes without hyphens and empty where none is valid, countries by code. */
export interface DeliveryAnswers {
  /** 13 digits. */
  gtin: string;
  labelName: string;
  /** BCP 47; empty where it is not one of the list. */
  language: string;
  cYear: string;
  cName: string;
  pYear: string;
  pName: string;
  territory: "" | "worldwide" | "list" | "except";
  countries: readonly string[];
  tracks: readonly {
    isrc: string;
    iswc: string;
    version: string;
    language: string;
    explicit: "" | "no" | "yes" | "clean";
    lyrics: string;
    isCover: boolean;
    publisher: string;
  }[];
}

/** Distribution details as text, for board, package and staff pages. */
export interface DistributionDetails {
  /** When they were last sent; null while only shares are asked about. */
  sentAt: string | null;
  /** Rights questions without an answer or without evidence, a line each. */
  rightsGaps: readonly string[];
  release: LabelledValues;
  tracks: readonly LabelledValues[];
  /** Undefined while none were sent. */
  delivery?: DeliveryAnswers | undefined;
}
