/** The last item of a list; iOS 15.0 has no `at()`. */
export const lastOf = <Item>(list: ArrayLike<Item>): Item | undefined => list[list.length - 1];
