/** What can be delivered of a release. */
export const deliveryKinds = {
  message: "DDEX message with its files",
  package: "Package: all files, answers as CSV and JSON, sheets",
} as const;
export type DeliveryKind = keyof typeof deliveryKinds;

export const isDeliveryKind = (kind: string): kind is DeliveryKind =>
  Object.keys(deliveryKinds).includes(kind);
