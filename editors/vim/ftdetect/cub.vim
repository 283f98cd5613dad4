autocmd BufRead,BufNewFile *.cub setfiletype cub
