import XMLBuilder from "fast-xml-builder";
import { releaseTypeLabels } from "~/domain/submission/record/type-labels";
import { INSTRUMENTAL } from "~/reference/languages";
import { displayArtists, type PartyReferences, partyList, referParties } from "./ern-parties";
import type { ErnParties, ErnRelease, ErnTrack } from "./ern-release";
import {
  artworkReference,
  coverReference,
  defaultName,
  displayTitles,
  image,
  isoDuration,
  parentalWarning,
  pLineOf,
  soundRecording,
  soundReference,
  WORLD,
} from "./ern-resources";

/** Of the language, where a release has none that it could be written in. */
const FALLBACK_LANGUAGE = "en";

/** What may be done with it: streamed with and without a subscription, and bought. */
const USES = [
  {
    CommercialModelType: "SubscriptionModel",
    UseType: ["OnDemandStream", "NonInteractiveStream", "ConditionalDownload"],
  },
  {
    CommercialModelType: "AdvertisementSupportedModel",
    UseType: ["OnDemandStream", "NonInteractiveStream"],
  },
  { CommercialModelType: "PayAsYouGoModel", UseType: ["PermanentDownload"] },
] as const;

function header(
  { senderId, senderName, recipientId, isTest }: ErnParties,
  { id, at }: { id: string; at: Date },
) {
  return {
    MessageThreadId: id,
    MessageId: id,
    MessageSender: { PartyId: senderId, PartyName: { FullName: senderName } },
    MessageRecipient: { PartyId: recipientId },
    MessageCreatedDateTime: at.toISOString(),
    MessageControlType: isTest ? "TestMessage" : "LiveMessage",
  };
}

function resourceList(release: ErnRelease, parties: PartyReferences, namespace: string) {
  const { tracks, cover } = release;
  const artworks = tracks.flatMap(({ artwork }, index) => {
    const reference = artworkReference(release, index);
    const technical = `T${tracks.length + 2 + index}`;
    return artwork ? [image(artwork, { reference, technical, namespace }, false)] : [];
  });
  const coverIds = {
    reference: coverReference(release),
    technical: `T${tracks.length + 1}`,
    namespace,
  };
  return {
    SoundRecording: tracks.map((track, index) => soundRecording(release, track, index, parties)),
    Image: [image(cover, coverIds, true), ...artworks],
  };
}

const linked = (reference: string) => ({ "@LinkDescription": "CoverArt", "#text": reference });

const genreOf = ({ genre, subGenre }: ErnRelease) => ({
  GenreText: genre,
  SubGenre: subGenre || [],
});

function mainRelease(release: ErnRelease, parties: PartyReferences) {
  const { artist, title, tracks, cLine } = release;
  const warnings = tracks.map(({ explicit }) => explicit);
  const warning = warnings.includes("yes") ? "yes" : warnings.includes("clean") ? "clean" : "no";
  const items = tracks.map((_, index) => ({
    SequenceNumber: index + 1,
    ReleaseResourceReference: soundReference(index),
  }));
  const coverItem = { ReleaseResourceReference: coverReference(release) };
  return {
    ReleaseReference: "R0",
    ReleaseType: releaseTypeLabels[release.type],
    ReleaseId: { ICPN: release.icpn },
    ...displayTitles(title),
    DisplayArtistName: defaultName(artist),
    DisplayArtist: displayArtists(artist, [], parties),
    ReleaseLabelReference: parties.referenceOf(release.label),
    PLine: pLineOf(release),
    CLine: {
      Year: cLine.year,
      CLineCompany: cLine.owner,
      CLineText: `© ${cLine.year} ${cLine.owner}`,
    },
    Duration: isoDuration(tracks.reduce((sum, { audio }) => sum + Math.round(audio.seconds), 0)),
    Genre: genreOf(release),
    ReleaseDate: defaultName(release.releaseDate),
    ParentalWarningType: parentalWarning(warning),
    ResourceGroup: {
      ResourceGroup: {
        "@ResourceGroupType": "Component",
        SequenceNumber: 1,
        ResourceGroupContentItem: items,
      },
      ResourceGroupContentItem: coverItem,
      LinkedReleaseResourceReference: linked(coverReference(release)),
    },
  };
}

function trackRelease(
  release: ErnRelease,
  { isrc, artwork }: ErnTrack,
  index: number,
  { parties, namespace }: { parties: PartyReferences; namespace: string },
) {
  const cover = artwork ? artworkReference(release, index) : coverReference(release);
  return {
    ReleaseReference: `R${index + 1}`,
    // An ISRC names a recording; with the release's code, it names this release of it (rule 1046).
    ReleaseId: { ProprietaryId: { "@Namespace": namespace, "#text": `${release.icpn}_${isrc}` } },
    ReleaseResourceReference: soundReference(index),
    LinkedReleaseResourceReference: linked(cover),
    ReleaseLabelReference: parties.referenceOf(release.label),
    Genre: genreOf(release),
  };
}

function dealList({ tracks, territory, releaseDate }: ErnRelease) {
  const { kind, countries } = territory;
  const territories =
    kind === "except"
      ? { ExcludedTerritoryCode: countries }
      : { TerritoryCode: kind === "only" ? countries : WORLD };
  const references = ["R0", ...tracks.map((_, index) => `R${index + 1}`)];
  return {
    ReleaseDeal: {
      DealReleaseReference: references,
      Deal: USES.map((use) => ({
        DealTerms: { ...territories, ValidityPeriod: { StartDate: releaseDate }, ...use },
      })),
    },
  };
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  suppressBooleanAttributes: false,
  format: true,
});

/**
 * The DDEX message that announces a release: NewReleaseMessage, ERN 4.3, release profile Audio, allowed values 3. Which
 * have no place yet for what AI has made.
 */
export function ernMessage(
  release: ErnRelease,
  parties: ErnParties,
  sent: { id: string; at: Date },
): string {
  const references = referParties(release);
  const namespace = `DPID:${parties.senderId}`;
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    "ern:NewReleaseMessage": {
      "@xmlns:ern": "http://ddex.net/xml/ern/43",
      "@ReleaseProfileVersionId": "Audio",
      "@AvsVersionId": "3",
      "@LanguageAndScriptCode": languageOf(release),
      MessageHeader: header(parties, sent),
      PartyList: partyList(references),
      ResourceList: resourceList(release, references, namespace),
      ReleaseList: {
        Release: mainRelease(release, references),
        TrackRelease: release.tracks.map((track, index) =>
          trackRelease(release, track, index, { parties: references, namespace }),
        ),
      },
      DealList: dealList(release),
    },
  });
}

function languageOf({ language }: ErnRelease): string {
  return language && language !== INSTRUMENTAL ? language : FALLBACK_LANGUAGE;
}
