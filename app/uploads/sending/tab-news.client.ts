import * as v from "valibot";

const CHANNEL = "uploads";
const newsSchema = v.object({
  /** What tabs know the upload by; see `lockOf`. */
  name: v.string(),
  /** Bytes that the label has acknowledged. */
  stored: v.number(),
});

let channel: BroadcastChannel | undefined;

/** Every browser with locks between tabs has these channels too; without either, tabs are alone. */
function opened(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** Tells the other tabs how far the upload is that this one sends. */
export function tellTabs(name: string, stored: number): void {
  opened()?.postMessage({ name, stored });
}

/** Hears how far an upload is that another tab sends; returns the function that stops it. */
export function hearTabs(name: string, onStored: (bytes: number) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const news = v.safeParse(newsSchema, data);
    if (news.success && news.output.name === name) onStored(news.output.stored);
  };
  const heard = opened();
  heard?.addEventListener("message", hear);
  return () => heard?.removeEventListener("message", hear);
}
