/** The part of Dropbox Sign's browser script that we use; it ships no types. */
declare module "hellosign-embedded" {
  export default class HelloSign {
    constructor(options: { clientId: string; skipDomainVerification?: boolean });
    on(event: "finish" | "decline" | "cancel" | "error", listener: () => void): void;
    open(url: string, options?: { container?: HTMLElement; allowCancel?: boolean }): void;
    close(): void;
  }
}
