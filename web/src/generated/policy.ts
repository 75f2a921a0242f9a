// Written by `make docs` from the allow-list of HTML. Change it there.

/** Elements that may be made. */
export const TAGS = ["a","abbr","address","article","aside","b","bdi","bdo","blockquote","br","button","caption","cite","code","col","colgroup","data","datalist","dd","del","details","dfn","div","dl","dt","em","fieldset","figcaption","figure","footer","form","h1","h2","h3","h4","h5","h6","header","hgroup","hr","i","img","input","ins","kbd","label","legend","li","main","mark","menu","meter","nav","ol","optgroup","option","output","p","pre","progress","q","rp","rt","ruby","s","samp","search","section","select","small","span","strong","sub","summary","sup","table","tbody","td","textarea","tfoot","th","thead","time","tr","u","ul","var","wbr"] as const;

/** Attributes of every element. */
export const EVERYWHERE = ["aria-activedescendant","aria-atomic","aria-autocomplete","aria-braillelabel","aria-brailleroledescription","aria-busy","aria-checked","aria-colcount","aria-colindex","aria-colindextext","aria-colspan","aria-controls","aria-current","aria-describedby","aria-description","aria-details","aria-disabled","aria-errormessage","aria-expanded","aria-flowto","aria-haspopup","aria-hidden","aria-invalid","aria-keyshortcuts","aria-label","aria-labelledby","aria-level","aria-live","aria-modal","aria-multiline","aria-multiselectable","aria-orientation","aria-owns","aria-placeholder","aria-posinset","aria-pressed","aria-readonly","aria-relevant","aria-required","aria-roledescription","aria-rowcount","aria-rowindex","aria-rowindextext","aria-rowspan","aria-selected","aria-setsize","aria-sort","aria-valuemax","aria-valuemin","aria-valuenow","aria-valuetext","class","dir","hidden","id","lang","role","title"] as const;

/** Further attributes, by element. */
export const OWN = {"a":["href","rel","target"],"button":["disabled","form","name","type","value"],"col":["span"],"colgroup":["span"],"data":["value"],"del":["datetime"],"details":["open"],"fieldset":["disabled","form","name"],"form":["autocomplete","novalidate"],"img":["alt","height","loading","src","width"],"input":["accept","autocomplete","checked","disabled","form","inputmode","list","max","maxlength","min","minlength","multiple","name","pattern","placeholder","readonly","required","size","step","type","value"],"ins":["datetime"],"label":["for"],"li":["value"],"meter":["high","low","max","min","optimum","value"],"ol":["reversed","start","type"],"optgroup":["disabled","label"],"option":["disabled","label","selected","value"],"output":["for","form","name"],"progress":["max","value"],"select":["autocomplete","disabled","form","multiple","name","required","size"],"td":["colspan","headers","rowspan"],"textarea":["autocomplete","cols","disabled","form","maxlength","minlength","name","placeholder","readonly","required","rows","wrap"],"th":["abbr","colspan","headers","rowspan","scope"],"time":["datetime"]} as const;

/** Attributes that have only these values. */
export const CHOICES = {"input":{"type":["button","checkbox","color","date","datetime-local","email","file","hidden","month","number","radio","range","reset","search","submit","tel","text","time","url","week"],"autocomplete":["off","on"]},"button":{"type":["button","reset","submit"]},"form":{"autocomplete":["off","on"]},"select":{"autocomplete":["off","on"]},"textarea":{"autocomplete":["off","on"]},"a":{"target":["_blank"],"rel":["noopener noreferrer"]}} as const;

/** Attributes that name ids of other elements. */
export const REFERENCES = ["aria-activedescendant","aria-controls","aria-describedby","aria-details","aria-errormessage","aria-flowto","aria-labelledby","aria-owns","for","form","headers","list"] as const;

/** Classes that content may use. */
export const CLASSES = ["avatar","badge","between","bold","box","card","center","clickable","column","compact","danger","divider","end","field","fields","fill","gap","gap-large","gap-small","grid","grid-2","grid-3","grid-4","grow","hidden-label","huge","info","italic","large","left","mono","muted","nowrap","number","pad","pad-large","pad-small","panel","plain","primary","right","rounded","row","scroll","secondary","selected","shrink","small","start","sticky","strike","striped","success","tag","title","toolbar","truncate","warning","wrap"] as const;

/** What a link to another place has. */
export const NEW_TAB = {"target":"_blank","rel":"noopener noreferrer"} as const;

/** What a link begins with. */
export const LINK = /^(?:(?:https?:\/\/[^\/?#\\]|mailto:.|#))/i;

/** What no address contains. */
export const IGNORED = /[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]/;

/** The whole address of a kept file. */
export const FILE = /^(?:\/api\/files\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199})$/;

/** The whole address of an image in itself. */
export const IMAGE = /^(?:data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+\/]+={0,2})$/;
