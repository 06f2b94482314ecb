/** markdown-it makes one of these at once and asks it for links only with an option that plans are read without. */
export class LinkifyIt {}
