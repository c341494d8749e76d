/** What distributors call the columns of each field, beside the field's own label. */
export const COLUMN_NAMES = {
  releaseArtist: "album artist, release artist, artist, primary artist, main artist, artist name",
  releaseTitle: "album title, album, release, release name, album name, product title",
  releaseType: "release format, product type, album type, format",
  label: "album label, label name, record label, imprint",
  genre: "primary genre, main genre, album genre, track genre, genres, track genres",
  subGenre: "sub genre, subgenre, secondary genre, genre 2",
  releaseDate:
    "digital release date, album release date, release day, street date, go live date, start date, sale start date, consumer release date",
  trackCount: "total tracks, tracks, track count, number of tracks",
  pYear: "production year, p year, pyear, phonographic year, recording year, p line year",
  pOwner:
    "p line owner, p owner, p holder, phonographic owner, production owner, p name, p line name, master owner, recording owner",
  pLine: "p line, pline, track pline, p line, phonographic copyright, p copyright",
  cYear: "c year, cyear, copyright year, c line year",
  cOwner: "c line owner, c owner, c holder, copyright owner, c name, c line name, copyright holder",
  cLine: "c line, cline, copyright, copyright line, c copyright, album cline",
  gtin: "upc ean, ean upc, upc or ean, barcode, gtin, release barcode, upc ean code",
  upc: "upc, upc code, album upc, upc number",
  ean: "ean, ean code, album ean, ean 13, jan",
  reference:
    "release catalog number, release catalogue number, catalog number, catalogue number, catalog id, cat no, product id, reference, internal id, release id",
  releaseLanguage:
    "title language, metadata language, release language, language of titles, album language",
  territory:
    "territories to deliver, territory, territories, rights territories, countries, delivery territories, territory restrictions, release territories",
  territoryDates: "track territory start dates, territory start dates",
  artworkFile:
    "album art filename, artwork, cover, cover art, artwork filename, artwork file, image, cover filename, cover file name",
  spotifyId:
    "artist spotify id, primary artist spotify id, spotify artist id, spotify uri, artist spotify url",
  artworkAi: "artwork ai, ai artwork, cover ai, ai generated artwork",
  trackNumber:
    "track no, track, number, no, sequence, track sequence, position, order, track order, seq",
  discNumber: "cd number, disc, disc no, volume, volume number, cd, disk number",
  trackTitle: "title, track title, track name, song title, song name, song, name",
  fullTitle: "full title, display title, title with version, complete title",
  version:
    "mixtitle version, track mixtitle version, mix title, mix version, track version, subtitle, version title, mix, remix name",
  isrc: "isrc code, track isrc, recording isrc",
  iswc: "iswc code, track iswc, work iswc",
  explicit:
    "parental advisory, explicit, explicit lyrics, track explicit lyrics, advisory, explicit content, parental warning, explicit flag",
  trackLanguage:
    "lyrics language, audio language, language, track language, vocal language, language of performance, lyric language",
  lyrics: "lyrics text, track lyrics, lyric",
  duration: "duration, track length, time, track duration, running time, runtime",
  trackDate: "original release date, track release date, original date, physical release date",
  trackFile:
    "track filename, audio file, filename, file name, audio filename, file, wav, audio, track file, wav file",
  trackId:
    "track custom id, track catalog number, track catalogue number, custom id, track id, track reference",
  trackArtist:
    "track artist, display artist, track artists, artists, artist s, track display artist, performer",
  trackAi: "ai, ai generated, contains ai, ai content, ai usage, ai disclosure, track ai",
  credits:
    "contributors, credits, contributor roles, performers, additional contributors, personnel, other contributors",
  artistIsnis: "isni, artist isni, isnis, artist isnis",
  songwriterIpis: "ipi, ipi number, songwriter ipi, composer ipi, writer ipi",
  mainArtists:
    "track main artist, track primary artist, main artists, primary artists, track main artists",
  featuring:
    "featuring, featured artist, feat, ft, featured, featuring artist, featuring artists, guest artists, track featured artist",
  composers:
    "composer, music by, composer s, track composer, songwriter, songwriters, writer, writers",
  authors: "author, authors, lyricist, lyricists, words by, lyrics by, author s, lyricist s",
  remixers: "remixer, remixed by, remix artist",
  producers: "producer, produced by, producer s",
  arrangers: "arranger, arranged by",
  musicians: "musicians, session musicians, instruments, performers and roles",
  publishers: "publisher, publishing, published by, publisher s",
  personName: "contributor name, contributor, person, name of contributor, contributor full name",
  personSpotify: "spotify id, contributor spotify id, spotify",
  mainOn: "main artist on tracks, main artist tracks",
  featuringOn: "featuring on tracks, featuring tracks",
  composerOn: "composer on tracks, composer tracks",
  authorOn: "author on tracks, author tracks, lyricist on tracks",
  remixerOn: "remixer on tracks, remixer tracks",
  producerOn: "producer on tracks, producer tracks",
  arrangerOn: "arranger on tracks, arranger tracks",
  publisherOn: "publisher on tracks, publisher tracks",
} as const;

export type FieldName = keyof typeof COLUMN_NAMES;
