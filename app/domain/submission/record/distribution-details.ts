/** Names with their values, in reading order. */
export type LabelledValues = readonly (readonly [name: string, value: string])[];

/** How much of it AI made, in DDEX's words. */
export type ContainsAi = "None" | "Partly" | "All";
export type AiPart = "vocals" | "instruments" | "composition" | "lyrics" | "postProduction";

/** What AI made. */
export interface AiDisclosure {
  /** The answer of an earlier form, if it is one; it named no parts. */
  earlier?: string;
  release: ContainsAi;
  artwork?: ContainsAi;
  /** In the order of the release; a track without words has no vocals and no lyrics. */
  tracks: readonly {
    recording: ContainsAi;
    parts: Readonly<Partial<Record<AiPart, ContainsAi>>>;
  }[];
}

/** The valid codes of somebody credited, without hyphens. */
export interface PersonCodes {
  isni?: string;
  ipi?: string;
}

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
    /** The original songwriters of a cover version, as one text. */
    coverWriters: string;
    publisher: string;
  }[];
  /** Who has a code. */
  people?: readonly ({ name: string } & PersonCodes)[];
  /** Undefined while it is not answered. */
  ai?: AiDisclosure | undefined;
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
