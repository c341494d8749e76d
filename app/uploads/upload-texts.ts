/** For an upload that can take no more parts, since storage or the sweep has given it up. */
export const UPLOAD_GONE = "This upload is no longer open. Choose the file again.";

/** For an upload that takes no parts because all of them are there. */
export const UPLOAD_FINISHED = "This upload is already finished.";

/** For a file that was refused for what it is. */
export const UPLOAD_REFUSED = "This file was refused. Choose another file.";

/** What the sweep leaves in place of a file. */
export const UPLOAD_EXPIRED =
  "This file was not finished within 14 days and was removed. Choose it again.";

/** For a part that met its upload while that was changing: the next try finds it settled. */
export const TRY_AGAIN = "The label could not keep this just now. Sending it again will do.";
