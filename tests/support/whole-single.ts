/** What differs from one run of the journey to the next. `date` is YYYY-MM-DD. */
interface Who {
  name: string;
  email: string;
  date: string;
}

export const bio = "Sigrid Vale sings of ferries.\nShe grew up in Cork.";

/** The form data that the journey's answers must be recorded as, its files by their upload id. */
export function recordedForm(who: Who, files: { track?: string; artwork?: string }) {
  return {
    artistName: who.name,
    firstName: "Sigrid",
    surname: "Valentin",
    email: who.email,
    phone: "+353 21 555 0100",
    country: "Ireland",
    city: "Cork",
    instagramProfile: "instagram.com/sigridvale",
    tiktokProfile: "https://www.tiktok.com/@sigridvale",
    spotifyProfile: "https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
    uploadType: "new-music",
    releaseType: "single",
    classifiedType: "single",
    earlyReleaseRequest: false,
    earlyReleaseReason: "",
    waterfallEnabled: false,
    distributor: "",
    catalogueItems: [],
    releaseTitle: "Night Ferry",
    primaryGenre: "Folk",
    subGenre: "Indie Folk",
    releaseDate: who.date,
    tracks: [
      {
        title: "Night Ferry",
        uploadId: files.track,
        releaseDate: "",
        socialClipsEnabled: false,
        socialClips: [],
        metadata: {
          soloWork: false,
          featuredArtists: [],
          nonFeaturedArtists: [],
          producers: [],
          songwriters: [
            { firstName: "Ada", lastName: "Byron", percentage: 60 },
            { firstName: "Bea", lastName: "Okafor", percentage: 40 },
          ],
        },
      },
    ],
    artworkUploadId: files.artwork,
    bio,
    influences: "Agnes Obel, Lankum",
    publishingAdministrationInterest: true,
    proNumber: "IMRO 12345",
  };
}

/** Every column that the journey's item must have on the board, and no other. */
export function boardColumns(
  who: Who,
  submission: { id: string; reference: string; created_at: string; reply_due_at: string },
  links: { audio: string; artwork: string },
) {
  return {
    artist_name: who.name,
    first_name: "Sigrid",
    surname: "Valentin",
    email: { email: who.email, text: who.email },
    phone: "+353 21 555 0100",
    country: { countryCode: "IE", countryName: "Ireland" },
    city: "Cork",
    instagram: {
      url: "https://instagram.com/sigridvale",
      text: "instagram.com/sigridvale",
    },
    tiktok: {
      url: "https://www.tiktok.com/@sigridvale",
      text: "www.tiktok.com/@sigridvale",
    },
    spotify: {
      url: "https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
      text: "open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
    },
    upload_type: { label: "New music" },
    release_type: { label: "Single" },
    release_title: "Night Ferry",
    primary_genre: "Folk",
    sub_genre: "Indie Folk",
    release_date: { date: who.date },
    track_titles: { text: "1. Night Ferry" },
    songwriters: { text: 'Track 1 "Night Ferry": Ada Byron 60%, Bea Okafor 40%' },
    bio: { text: bio },
    influences: { text: "Agnes Obel, Lankum" },
    publishing_interest: { checked: "true" },
    pro_number: "IMRO 12345",
    audio_files: { text: `Track 1 "Night Ferry": ${links.audio}` },
    audio_link: { url: links.audio, text: 'Track 1 "Night Ferry"' },
    artwork_link: { url: links.artwork, text: "Artwork" },
    status: { label: "Pending" },
    submitted_at: { date: submission.created_at.slice(0, 10) },
    reply_due_date: { date: submission.reply_due_at.slice(0, 10) },
    reference: submission.reference,
    submission_id: submission.id,
    submission_source: "Artist portal",
  };
}
