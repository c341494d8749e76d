import { isSameFileName } from "./receiving/object-key";
import { OPEN_UPLOAD_DAYS } from "./upload-kinds";

/** Storage or the sweep has ended the upload. */
export const UPLOAD_GONE = "This upload is no longer open. Choose the file again.";

export const UPLOAD_FINISHED = "This upload is already finished.";

/** The draft has become a submission, which owns the files. */
export const ALREADY_SUBMITTED =
  "This release has been submitted. To change something, write to us and mention its reference.";

/** Another tab or device has changed the file field since its page was loaded. */
export const CHANGED_ELSEWHERE =
  "This file was changed in another tab or on another device. On Music Upload, choose which one you want to keep.";

/** The draft has no such track, or it is not saved yet. */
export const NO_SUCH_TRACK =
  "The release you saved doesn't have this track. Save the music step, then send the file again.";

export const TOO_MANY_OPEN =
  "Too many files are on their way at once. Wait until one has arrived, or remove one.";

export const NO_ROOM =
  "There's no room left for this submission's files. Remove one, then send this file again.";

/** There is no room for anybody's next file, draft or entry. */
export const TOO_MANY_PEOPLE =
  "Too many people are sending us music at the moment. Please come back in an hour.";
export const ALL_SENT_STAYS = "We keep everything you sent.";

/** A file was refused and the stored one remains. */
export function replacementRefusedText(refusedName: string, storedName: string): string {
  if (isSameFileName(refusedName, storedName))
    return `The new "${refusedName}" was not taken. The one you sent before stays.`;
  return `"${refusedName}" was not taken. "${storedName}" stays.`;
}

/** A release cannot be submitted yet. @param storedName the file it would replace. */
export function unfinishedText(fileName: string, storedName?: string): string {
  if (storedName === undefined)
    return `"${fileName}" hasn't fully arrived. Wait until it's stored, choose it again, or remove it.`;
  const [subject, storedSubject] = nameBoth(fileName, storedName);
  return `${subject} hasn't fully arrived. Wait until it's stored, choose it again, or keep ${storedSubject}.`;
}

/** A replacement that nobody is sending. */
export function replacementPendingText(fileName: string, storedName: string): string {
  const [subject, storedSubject] = nameBoth(fileName, storedName);
  return `${subject} hasn't fully arrived. Choose it again to send the rest, or keep ${storedSubject}.`;
}

function nameBoth(fileName: string, storedName: string): [string, string] {
  if (isSameFileName(fileName, storedName))
    return [`The new "${fileName}"`, "the one you sent before"];
  return [`"${fileName}"`, `"${storedName}"`];
}

/** The label of the button that gives up a replacement. */
export function keepFileLabel(fileName: string, storedName: string): string {
  return isSameFileName(fileName, storedName)
    ? "Keep the one you sent before"
    : `Keep ${storedName}`;
}

/** After a file was kept or removed on Review. @param storedName undefined where no file is left. */
export function remainingFileText(storedName: string | undefined): string {
  return storedName === undefined ? "There's no file here any more." : `"${storedName}" stays.`;
}

/** Why a button of a file field has changed nothing. @param fileName what lies there now. */
export function notChangedText(fileName: string | undefined): string {
  return fileName === undefined
    ? "There's no file here any more: it was removed in another tab or on another device."
    : `"${fileName}" is the file here now: it came in another tab or on another device, or had arrived already. Nothing was changed.`;
}

export const UPLOAD_REFUSED = "This file was refused. Choose another file.";

/** Left by the sweep. */
export const UPLOAD_EXPIRED = `This file wasn't finished within ${OPEN_UPLOAD_DAYS} days, so it was removed. Choose it again.`;

/** The upload changed meanwhile; the next try will succeed. */
export const TRY_AGAIN = "We couldn't save this just now. Send it again.";
