import type { ReleaseModel, TrackModel } from "../package/release-model";

/** Who sends messages to whom, by the numbers that DDEX gives out (DPID, without hyphens). */
export interface ErnParties {
  senderId: string;
  senderName: string;
  recipientId: string;
  /** Messages that are marked so are not to be released. */
  isTest: boolean;
}

/** A file of a message; `name` is that in its folder `resources`. */
export interface ErnFile {
  uploadId: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface ErnImage extends ErnFile {
  codec: string;
  width?: number | undefined;
  height?: number | undefined;
}

export interface ErnTrack
  extends Pick<
    TrackModel,
    "title" | "version" | "iswc" | "isCover" | "language" | "releaseDate" | "contributors"
  > {
  isrc: string;
  explicit: "no" | "yes" | "clean";
  audio: NonNullable<TrackModel["audio"]>;
  file: ErnFile;
  artwork: ErnImage | undefined;
}

/** A release that has all that a message asks for. */
export interface ErnRelease
  extends Pick<
    ReleaseModel,
    | "artist"
    | "title"
    | "type"
    | "genre"
    | "subGenre"
    | "releaseDate"
    | "label"
    | "language"
    | "cLine"
    | "pLine"
    | "territory"
  > {
  /** The UPC or EAN, which names its folder and files. */
  icpn: string;
  cover: ErnImage;
  tracks: readonly ErnTrack[];
}
