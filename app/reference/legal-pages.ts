/**
 * The pages whose terms an artist agrees to by submitting. Links to them appear, and with them the
 * words that go by them, once `isOpen` says that the page exists; a test holds it to that.
 */
export const legalPages = {
  terms: { path: "/terms-of-service", isOpen: true },
  privacy: { path: "/privacy-policy", isOpen: true },
};
