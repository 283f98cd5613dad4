" Vim syntax for .cub models. Install: copy syntax/ and ftdetect/ to ~/.vim/, or add editors/vim to 'runtimepath'.
if exists("b:current_syntax")
  finish
endif

syntax keyword cubDeclaration array const init invariant number_procs predicate transition type unsafe var
syntax keyword cubKeyword case else exists exists_other forall forall_other if in let not requires then
syntax keyword cubWeak weak fence wfence
syntax keyword cubConstant true false
syntax keyword cubType proc bool int real
syntax match cubFunction "\<\%(next\|prev\)\ze("
syntax match cubName "\<\u\w*\>"
syntax match cubProcess "#[1-9]\d*"
syntax match cubNumber "\<\d\+\(\.\d*\)\?\>"
syntax match cubOperator ":=\|<=>\|=>\|<>\|<=\|>=\|&&\|||\|@\|?"
syntax region cubComment start="(\*" end="\*)" contains=cubComment,@Spell

highlight default link cubDeclaration Structure
highlight default link cubKeyword Keyword
highlight default link cubWeak Special
highlight default link cubConstant Constant
highlight default link cubType Type
highlight default link cubFunction Function
highlight default link cubName Identifier
highlight default link cubProcess Constant
highlight default link cubNumber Number
highlight default link cubOperator Operator
highlight default link cubComment Comment

setlocal commentstring=(*\ %s\ *)
" :make checks the file, and its messages go to the quickfix list.
setlocal makeprg=parapet\ check\ --color\ never\ %
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#

let b:current_syntax = "cub"
