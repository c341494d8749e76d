import { filePath, type Upload } from "../upload";
import { artistFolder } from "./object-key";

/** The answer of the specified calls for a stored file (wizard, section 7). */
interface UploadResult {
  fileId: string;
  url: string;
  downloadUrl: string;
  fileName: string;
  artistName: string;
  fileType: Upload["kind"];
  folderType: "audio" | "images";
  folderStructure: {
    artist: { url: string };
    audio: { id: string; url: string };
    images: { url: string };
  };
  uploadMethod: "direct-r2" | "direct-s3" | "standard";
  sha256: string | null;
}

const METHODS = { own: "direct-r2", s3: "direct-s3" } as const;

/**
 * The result for a complete upload. Files are private, so the folder addresses are pages where the
 * artist finds them. The id of the audio folder is its path in the bucket.
 */
export function uploadResult(upload: Upload, artistName: string): UploadResult {
  const url = filePath(upload);
  return {
    fileId: upload.id,
    url,
    downloadUrl: url,
    fileName: upload.fileName,
    artistName,
    fileType: upload.kind,
    folderType: upload.kind === "track" ? "audio" : "images",
    folderStructure: {
      artist: { url: "/submit" },
      audio: { id: `${artistFolder(upload.key)}/audio`, url: "/submit/music" },
      images: { url: "/submit/music" },
    },
    uploadMethod: upload.method === "direct" ? METHODS[upload.carrier] : "standard",
    sha256: upload.sha256,
  };
}
