import { savePage } from "./page-uploads.client";
import { withRetries } from "./retries.client";
import { requestUpload } from "./server-calls.client";
import type { UploadDeps } from "./transport";

/** Announces a file before its turn has come, so that its step can be saved before it is sent. */
export class UploadRegistration {
  private state: { name: "none" | "wanted" | "making" } | { name: "made"; uploadId: string } = {
    name: "none",
  };

  /** @returns whether it is still to be announced. */
  want(): boolean {
    if (this.state.name === "made" || this.state.name === "making") return false;
    this.state = { name: "wanted" };
    return true;
  }

  isWanted(): boolean {
    return this.state.name === "wanted";
  }

  /** @returns the id that the server knows the file by. */
  async make(
    deps: UploadDeps,
    job: Parameters<typeof requestUpload>[1],
    signal: AbortSignal,
  ): Promise<string> {
    this.state = { name: "making" };
    try {
      await savePage();
      const report = () => undefined;
      const persist = <T>(ask: () => Promise<T>) => withRetries(deps, signal, report, ask);
      const { uploadId } = await requestUpload(deps.transport, job, { persist, signal, report });
      this.state = { name: "made", uploadId };
      return uploadId;
    } catch (error) {
      this.state = { name: "wanted" };
      throw error;
    }
  }
}
