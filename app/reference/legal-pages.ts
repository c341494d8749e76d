/**
 * The pages whose terms an artist agrees to by submitting. Links and texts about them appear only if
 * `isOpen` says that the page exists, which a test checks.
 */
export const legalPages = {
  terms: { path: "/terms-of-service", isOpen: true },
  privacy: { path: "/privacy-policy", isOpen: true },
};
