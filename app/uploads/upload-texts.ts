/** For an upload that can take no more parts, since storage or the sweep has given it up. */
export const UPLOAD_GONE = "This upload is no longer open. Choose the file again.";

/** For an upload that takes no parts because all of them are there. */
export const UPLOAD_FINISHED = "This upload is already finished.";

/** For whatever comes too late: the draft has become a submission, and its files are that one's. */
export const ALREADY_SUBMITTED =
  "This release has been submitted. To change something, write to us and mention its reference.";

/** For a file that has made room at the server to one that was chosen after it, in another tab or elsewhere. */
export const REPLACED_ELSEWHERE =
  "Another file was chosen for this after it, in another tab or on another device. Try again only if you want this one instead.";

/** For a file that its artist has removed elsewhere while this tab had it in hand. */
export const REMOVED_ELSEWHERE =
  "This file was removed in another tab or on another device. Try again only if you want it after all.";

/** For a file of a track that the draft does not have, or not yet: what is typed may be on its way. */
export const NO_SUCH_TRACK =
  "The release you saved doesn't have this track. Save the music step, then send the file again.";

/** For one more upload than a draft may have open. */
export const TOO_MANY_OPEN =
  "Too many files are on their way at once. Wait until one has arrived, or remove one.";

/** For a file for which a draft has no room left. */
export const NO_ROOM =
  "There's no room left for this submission's files. Remove one, then send this file again.";

/** For a file that was refused in the place of one that is stored. */
export function replacementRefusedText(refusedName: string, storedName: string): string {
  if (refusedName === storedName)
    return `The new "${refusedName}" was not taken. The one you sent before stays.`;
  return `"${refusedName}" was not taken. "${storedName}" stays.`;
}

/** For a release that cannot be submitted yet. @param storedName the stored file in whose place it comes. */
export function unfinishedText(fileName: string, storedName?: string): string {
  if (storedName === undefined)
    return `"${fileName}" hasn't fully arrived. Wait until it's stored, choose it again, or remove it.`;
  const [subject, storedSubject] = nameBoth(fileName, storedName);
  return `${subject} hasn't fully arrived. Wait until it's stored, choose it again, or keep ${storedSubject}.`;
}

/** For a file of which nobody sends the rest just now, in the place of one that is stored. */
export function replacementPendingText(fileName: string, storedName: string): string {
  const [subject, storedSubject] = nameBoth(fileName, storedName);
  return `${subject} hasn't fully arrived. Choose it again to send the rest, or keep ${storedSubject}.`;
}

/** What the one file and the other are called in a sentence. */
function nameBoth(fileName: string, storedName: string): [string, string] {
  if (fileName === storedName) return [`The new "${fileName}"`, "the one you sent before"];
  return [`"${fileName}"`, `"${storedName}"`];
}

/** For the button by which it is given up. */
export function keepFileLabel(fileName: string, storedName: string): string {
  return fileName === storedName ? "Keep the one you sent before" : `Keep ${storedName}`;
}

/** Once that was done. @param storedName the stored file; undefined where it is gone by now. */
export function keptFileText(storedName: string | undefined): string {
  return storedName === undefined ? "There's no file here any more." : `"${storedName}" stays.`;
}

/** For a file that was refused for what it is. */
export const UPLOAD_REFUSED = "This file was refused. Choose another file.";

/** What the sweep leaves in place of a file. */
export const UPLOAD_EXPIRED =
  "This file wasn't finished within 14 days, so it was removed. Choose it again.";

/** For a part that met its upload while that was changing: the next try finds it settled. */
export const TRY_AGAIN = "We couldn't keep this just now. Sending it again sorts it out.";
