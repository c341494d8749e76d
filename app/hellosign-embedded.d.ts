/** What we use of Dropbox Sign's script for pages, which has no types of its own. */
declare module "hellosign-embedded" {
  export default class HelloSign {
    constructor(options: { clientId: string; skipDomainVerification?: boolean });
    on(event: "finish" | "decline" | "cancel" | "error", listener: () => void): void;
    open(url: string, options?: { container?: HTMLElement; allowCancel?: boolean }): void;
    close(): void;
  }
}
